import { useFormatter, useTranslations } from "next-intl";
import { backgroundPath } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Time } from "@/app/_ui/shown/time";
import type { FunctionDescription } from "@/inngest/describe-functions";
import type { FunctionRuns } from "@/lib/admin/health/list-background";
import { readCron } from "./read-cron";

const COUNTS = ["due", "running", "waiting", "failed"] as const;

export interface FunctionState extends FunctionDescription {
  /** null: it has no runs that are open or failed. */
  runs: FunctionRuns | null;
}

export function FunctionTable({ states, opened }: { states: readonly FunctionState[]; opened: string | null }) {
  const t = useTranslations("backgroundWork.columns");
  const format = useFormatter();
  const isNarrow = opened !== null;
  const number = "w-24 text-end tabular-nums";
  const inMost = isNarrow ? "hidden" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden lg:table-cell";
  const classes = {
    due: number,
    running: joinClasses(number, inMost),
    waiting: joinClasses(number, inMost),
    failed: number,
  };
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: t("function") },
        { name: t("trigger"), className: inWide },
        ...COUNTS.map((count) => ({ name: t(count), className: classes[count] })),
        { name: t("next"), className: joinClasses("w-52", inWide) },
      ]}
    >
      {states.map(({ name, events, crons, nextAt, runs }) => {
        const next = earlier(nextAt, runs?.nextAt ?? null);
        return (
          <ListRow key={name} isOpened={name === opened}>
            <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
              <RowLink
                id={name}
                openedId={opened}
                href={backgroundPath({ function: name })}
                className="font-mono text-xs"
              >
                {name}
              </RowLink>
            </th>
            <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
              <Triggers crons={crons} events={events} />
            </td>
            {COUNTS.map((count) => (
              <td
                key={count}
                className={joinClasses(
                  ROW_CELL,
                  classes[count],
                  runs?.[count] ? count === "failed" && "font-medium text-bad" : "text-ink-3",
                )}
              >
                {format.number(runs?.[count] ?? 0)}
              </td>
            ))}
            <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
              {next && <Time value={next.toISOString()} style="precise" />}
            </td>
          </ListRow>
        );
      })}
    </DataTable>
  );
}

type Triggers = Pick<FunctionDescription, "crons" | "events">;

export function Triggers({ crons, events }: Triggers) {
  const t = useTranslations("backgroundWork.schedules");
  return (
    <span className="grid gap-0.5">
      {crons.map((cron) => {
        const schedule = readCron(cron);
        if (schedule === null) return <Code key={cron}>{cron}</Code>;
        return <span key={cron}>{schedule.unit === "day" ? t("day", schedule) : t(schedule.unit, schedule)}</span>;
      })}
      {events.map((event) => (
        <Code key={event}>{event}</Code>
      ))}
    </span>
  );
}

function Code({ children }: { children: string }) {
  return <span className="font-mono text-xs break-all">{children}</span>;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

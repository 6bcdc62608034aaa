import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Ago } from "@/app/_ui/shown/ago";
import type { ListedRun, RunSummary } from "@/lib/agents/runs/queries";
import { RunStatus } from "./run-steps";

interface RunTableProps {
  runs: readonly ListedRun[];
  hrefOf: (run: ListedRun) => string;
  openedId?: string | null;
}

export function RunTable({ runs, hrefOf, openedId = null }: RunTableProps) {
  const t = useTranslations("agentRuns");
  const isNarrow = openedId !== null;
  const inMost = isNarrow ? "hidden xl:table-cell" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden md:table-cell";
  const inWidest = isNarrow ? "hidden" : "hidden 2xl:table-cell";
  return (
    <DataTable
      caption={t("columns.caption")}
      columns={[
        { name: t("columns.state"), className: "w-36" },
        { name: t("columns.run") },
        { name: t("columns.room"), className: joinClasses("w-40", inWide) },
        { name: t("columns.effect"), className: joinClasses("w-48", inWidest) },
        { name: t("columns.units"), className: joinClasses("w-20 text-end", inWide) },
        { name: t("columns.duration"), className: joinClasses("w-22 text-end", inWide) },
        { name: t("columns.at"), className: joinClasses("w-36 text-end", inMost) },
      ]}
    >
      {runs.map((run) => (
        <ListRow key={run.id} isOpened={run.id === openedId}>
          <td className={ROW_CELL}>
            <RunStatus state={run.state} />
          </td>
          <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
            <RowLink id={run.id} openedId={openedId} href={hrefOf(run)} className="block truncate">
              <span className="font-medium">{t(`actions.${run.action}`)}</span>
              {run.dryRun ? <span className="text-ink-3"> {t("dryRunMark")}</span> : null}
              <span className="text-xs text-ink-3"> · {run.connectorName}</span>
              {run.requestedByName ? <span className="text-xs text-ink-3"> · {run.requestedByName}</span> : null}
            </RowLink>
          </th>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)} title={run.roomName ?? undefined}>
            {run.roomName ?? <span className="text-ink-3">–</span>}
          </td>
          <td className={joinClasses(ROW_CELL, "text-xs text-ink-2", inWidest)}>
            {t("sentCount", { count: run.sentIds.length })} · {t("writtenCount", { count: run.written.length })}
          </td>
          <td className={joinClasses(ROW_CELL, "text-end text-ink-2 tabular-nums", inWide)}>{run.unitsCharged}</td>
          <td className={joinClasses(ROW_CELL, "text-end text-ink-2", inWide)}>
            <Duration run={run} />
          </td>
          <td className={joinClasses(ROW_CELL, "text-end text-ink-2", inMost)}>
            <Ago value={run.createdAt} />
          </td>
        </ListRow>
      ))}
    </DataTable>
  );
}

export function Duration({ run }: { run: Pick<RunSummary, "startedAt" | "finishedAt"> }) {
  const t = useTranslations("agentRuns");
  if (run.startedAt === null || run.finishedAt === null) return <span className="text-ink-3">–</span>;
  const ms = Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  return <span className="tabular-nums">{ms < 1_000 ? t("ms", { ms }) : t("seconds", { seconds: ms / 1_000 })}</span>;
}

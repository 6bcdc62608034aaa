import { Archive, CircleCheck, CircleX, Clock, type LucideIcon, RefreshCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { WEBHOOK_ATTEMPTS_MAX } from "@/lib/platform/limits";
import type { DeliveryState } from "@/lib/webhooks/delivery/delivery-state";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";

interface DeliveryTableProps {
  events: readonly EventDeliveries[];
  openedId: string | null;
  hrefOf: (event: EventDeliveries) => string;
  now: string;
}

export function DeliveryTable({ events, openedId, hrefOf, now }: DeliveryTableProps) {
  const t = useTranslations("deliveries");
  const format = useFormatter();
  const isNarrow = openedId !== null;
  const inMost = isNarrow ? "hidden xl:table-cell" : "hidden sm:table-cell";
  const inFull = isNarrow ? "hidden 2xl:table-cell" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden md:table-cell";
  return (
    <DataTable
      caption={t("columns.caption")}
      columns={[
        { name: t("columns.state"), className: "w-36" },
        { name: t("columns.event") },
        { name: t("columns.code"), className: joinClasses("w-32", inFull) },
        { name: t("columns.duration"), className: joinClasses("w-20 text-end", inWide) },
        { name: t("columns.attempts"), className: joinClasses("w-28", inWide) },
        { name: t("columns.at"), className: joinClasses("w-36 text-end", inMost) },
      ]}
    >
      {events.map((event) => {
        const newest = event.attempts.at(-1);
        return (
          <ListRow key={event.eventId} isOpened={event.eventId === openedId}>
            <td className={ROW_CELL}>
              <DeliveryStatus state={event.state} />
            </td>
            <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
              <RowLink id={event.eventId} openedId={openedId} href={hrefOf(event)} className="flex items-center gap-2">
                <span className="min-w-0 truncate font-mono text-xs">{event.event}</span>
                {event.isTest ? <span className="shrink-0 text-xs text-ink-3">{t("kinds.test")}</span> : null}
              </RowLink>
            </th>
            <td className={joinClasses(ROW_CELL, "font-mono text-xs text-ink-2", inFull)}>
              {newest ? (newest.statusCode ?? newest.error) : <span className="text-ink-3">–</span>}
            </td>
            <td className={joinClasses(ROW_CELL, "text-end text-ink-2 tabular-nums", inWide)}>
              {newest?.durationMs == null ? <span className="text-ink-3">–</span> : format.number(newest.durationMs)}
            </td>
            <td className={joinClasses(ROW_CELL, inWide)}>
              <AttemptDots event={event} />
            </td>
            <td className={joinClasses(ROW_CELL, "text-end text-ink-2", inMost)}>
              <Time value={event.createdAt.toISOString()} style="relative" now={now} />
            </td>
          </ListRow>
        );
      })}
    </DataTable>
  );
}

const LOOKS = {
  PENDING: { tone: "neutral", icon: Clock },
  RETRYING: { tone: "warn", icon: RefreshCw },
  SUCCEEDED: { tone: "good", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
  HELD: { tone: "neutral", icon: Archive },
} as const satisfies Record<DeliveryState, { tone: Tone; icon: LucideIcon }>;

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const t = useTranslations("deliveries.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

const SHOWN_MAX = 5;

function AttemptDots({ event: { state, attempts } }: { event: EventDeliveries }) {
  const t = useTranslations("deliveries.dots");
  const waiting = countWaiting(state, attempts.at(-1)?.attempt ?? 0);
  const failed = attempts.filter(({ success }) => !success).length;
  const shown = attempts.slice(-SHOWN_MAX);
  return (
    <span className="inline-flex h-4 items-center gap-1">
      <span className="sr-only">{t("text", { made: attempts.length, failed, waiting })}</span>
      {attempts.length > SHOWN_MAX ? (
        <span aria-hidden className="text-xs text-ink-3 tabular-nums">
          +{attempts.length - SHOWN_MAX}
        </span>
      ) : null}
      {shown.map(({ id, success }) => (
        <span key={id} aria-hidden className={joinClasses("size-2 rounded-full", success ? "bg-good" : "bg-bad")} />
      ))}
      {Array.from({ length: waiting }, (_, n) => `waiting-${n}`).map((key) => (
        <span key={key} aria-hidden className="size-2 rounded-full border border-ink-3" />
      ))}
    </span>
  );
}

function countWaiting(state: EventDeliveries["state"], lastAttempt: number): number {
  if (state === "RETRYING") return Math.max(1, WEBHOOK_ATTEMPTS_MAX - lastAttempt);
  return state === "PENDING" ? 1 : 0;
}

import { Archive, CircleCheck, CircleX, Clock, type LucideIcon, RefreshCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/app/_ui/copy-button";
import { Status, type Tone } from "@/app/_ui/status";
import { Time } from "@/app/_ui/time";
import type { DeliveryState } from "@/lib/webhooks/delivery";
import type { EventDeliveries } from "@/lib/webhooks/history-query";
import { AttemptResult } from "../../attempt-result";
import { pathOf } from "../../paths";
import { RedeliverForm } from "../../redeliver-form";

interface EventCardProps {
  webhookId: string;
  event: EventDeliveries;
  now: string;
}

/** One event with all that was tried for it. */
export function EventCard({ webhookId, event, now }: EventCardProps) {
  const t = useTranslations("deliveries");
  const newest = event.attempts.at(-1);
  return (
    <li className="card min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <Status {...LOOKS[event.state]}>{t(`states.${event.state}`)}</Status>
        <span className="min-w-0">
          <span className="font-mono text-dense font-medium break-all">{event.event}</span>
          {event.isTest ? <span className="ml-2 text-xs text-ink-3">{t("kinds.test")}</span> : null}
          <span className="flex items-center text-xs text-ink-3">
            <span className="min-w-0 truncate font-mono">{event.eventId}</span>
            <CopyButton text={event.eventId} label={t("facts.eventId")} />
          </span>
        </span>
        <span className="text-xs text-ink-2 sm:ml-auto">
          <Time value={event.createdAt.toISOString()} style="relative" now={now} />
        </span>
        {newest ? <RedeliverForm webhookId={webhookId} attemptId={newest.id} event={event.event} /> : null}
      </div>
      {event.attempts.length > 0 ? (
        <ol className="border-t border-line py-1 text-dense">
          {event.attempts.map((attempt) => (
            <li key={attempt.id}>
              <Link
                href={pathOf(webhookId, `/attempts/${attempt.id}`)}
                className="flex min-h-8 flex-wrap items-center gap-x-2.5 px-4 py-1 hover:bg-muted"
              >
                <AttemptResult attempt={attempt} />
                {attempt.durationMs === null ? null : (
                  <span className="text-xs text-ink-3">{t("ms", { ms: attempt.durationMs })}</span>
                )}
                <span className="ml-auto text-xs text-ink-3">
                  <Time value={attempt.deliveredAt} style="relative" now={now} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      ) : null}
      {event.state === "RETRYING" && event.nextAttemptAt ? (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-2">
          <NextTry at={event.nextAttemptAt.toISOString()} now={now} />
        </p>
      ) : null}
      {event.state === "HELD" ? <p className="border-t border-line px-4 py-2 text-xs text-ink-2">{t("held")}</p> : null}
    </li>
  );
}

function NextTry({ at, now }: { at: string; now: string }) {
  const t = useTranslations("deliveries");
  if (at <= now) return t("nextTryNow");
  return t.rich("nextTry", { time: () => <Time value={at} style="relative" now={now} /> });
}

const LOOKS = {
  PENDING: { tone: "neutral", icon: Clock },
  RETRYING: { tone: "warn", icon: RefreshCw },
  SUCCEEDED: { tone: "good", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
  HELD: { tone: "neutral", icon: Archive },
} as const satisfies Record<DeliveryState, { tone: Tone; icon: LucideIcon }>;

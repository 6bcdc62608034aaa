import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { WEBHOOK_ATTEMPTS_MAX } from "@/lib/platform/limits";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";

const SHOWN_MAX = 5;

export function AttemptDots({ event: { state, attempts } }: { event: EventDeliveries }) {
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
        <span key={id} aria-hidden className={mergeClasses("size-2 rounded-full", success ? "bg-good" : "bg-bad")} />
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

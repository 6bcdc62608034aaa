import { Check, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { Time } from "@/app/_ui/shown/time";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";

interface AttemptTimelineProps {
  currentId: string;
  attempts: EventDeliveries["attempts"];
  hrefOf: (attemptId: string) => string;
}

/** All attempts of the same event, including redeliveries, oldest first. */
export function AttemptTimeline({ currentId, attempts, hrefOf }: AttemptTimelineProps) {
  return (
    <ol className="py-1.5 text-dense">
      {attempts.map((attempt) => (
        <li key={attempt.id}>
          <Link
            href={hrefOf(attempt.id)}
            scroll={false}
            prefetch={false}
            aria-current={attempt.id === currentId ? "true" : undefined}
            className={mergeClasses(
              "flex min-h-8 flex-wrap items-center gap-x-2 px-4 py-1 hover:bg-muted",
              attempt.id === currentId && "bg-muted",
            )}
          >
            <AttemptResult attempt={attempt} />
            <span className="ms-auto text-xs text-ink-3">
              <Time value={attempt.deliveredAt} style="precise" />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function AttemptResult({ attempt }: { attempt: EventDeliveries["attempts"][number] }) {
  const t = useTranslations("deliveries");
  const Icon = attempt.success ? Check : X;
  const kind = attempt.isRedelivery ? "redelivery" : attempt.isTest ? "test" : null;
  return (
    <>
      <Icon
        role="img"
        aria-label={t(attempt.success ? "attemptStates.delivered" : "attemptStates.failed")}
        className={attempt.success ? "size-4 shrink-0 text-good" : "size-4 shrink-0 text-bad"}
      />
      <span>{kind ? t(`kinds.${kind}`) : t("attemptNumber", { attempt: attempt.attempt })}</span>
      <span className="font-mono text-xs text-ink-2">{attempt.statusCode ?? attempt.error}</span>
    </>
  );
}

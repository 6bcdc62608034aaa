import Link from "next/link";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { Time } from "@/app/_ui/shown/time";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";
import { AttemptResult } from "./attempt-result";

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

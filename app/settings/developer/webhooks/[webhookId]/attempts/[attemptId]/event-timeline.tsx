import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { EventDeliveries } from "@/lib/webhooks/history-query";
import { AttemptResult } from "../../../attempt-result";
import { pathOf } from "../../../paths";

interface EventTimelineProps {
  webhookId: string;
  currentId: string;
  attempts: EventDeliveries["attempts"];
}

/** All attempts of the same event, including redeliveries. */
export function EventTimeline({ webhookId, currentId, attempts }: EventTimelineProps) {
  const t = useTranslations("deliveries");
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="timeline" className="card">
      <h2 id="timeline" className="border-b border-line px-4 py-3 font-semibold">
        {t("timeline")}
      </h2>
      <ol className="py-1.5 text-dense">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <Link
              href={pathOf(webhookId, `/attempts/${attempt.id}`)}
              aria-current={attempt.id === currentId ? "true" : undefined}
              className={mergeClasses(
                "flex flex-wrap items-center gap-x-2 px-4 py-1.5 hover:bg-muted",
                attempt.id === currentId && "bg-muted",
              )}
            >
              <AttemptResult attempt={attempt} />
              <span className="ml-auto text-xs text-ink-3">
                <Time value={attempt.deliveredAt} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

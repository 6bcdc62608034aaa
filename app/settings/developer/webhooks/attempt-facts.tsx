import { Check, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { CopyButton } from "@/app/_ui/shown/copy-button";
import { Time } from "@/app/_ui/shown/time";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";

export function AttemptFacts({ attempt }: { attempt: AttemptDetail }) {
  const t = useTranslations("deliveries.facts");
  return (
    <dl className="grid divide-y divide-line text-dense">
      <Fact name={t("at")}>
        <Time value={attempt.deliveredAt} />
      </Fact>
      <Fact name={t("error")}>
        {attempt.error ? <span className="font-mono">{attempt.error}</span> : <span className="text-ink-3">–</span>}
      </Fact>
      {attempt.nextRetryAt ? (
        <Fact name={t("nextRetry")}>
          <Time value={attempt.nextRetryAt} />
        </Fact>
      ) : null}
      <Id name={t("id")} value={attempt.id} />
      {attempt.deliveryId ? <Id name={t("deliveryId")} value={attempt.deliveryId} /> : null}
      {attempt.eventId ? <Id name={t("eventId")} value={attempt.eventId} /> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="px-4 py-2">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center justify-between gap-1">
        <span className="min-w-0 font-mono text-xs break-all">{value}</span>
        <CopyButton text={value} label={name} />
      </span>
    </Fact>
  );
}

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
            className={joinClasses(
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

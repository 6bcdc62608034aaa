import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/shown/copy-button";
import { Time } from "@/app/_ui/shown/time";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";

export function AttemptFacts({ attempt }: { attempt: AttemptDetail }) {
  const t = useTranslations("deliveries.facts");
  return (
    <dl className="card grid divide-y divide-line text-dense">
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

import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import { now } from "@/lib/platform/clock";
import type { Webhook } from "@/lib/webhooks/queries";
import type { LatestAttempt } from "@/lib/webhooks/stats-query";
import { LastDelivery } from "../last-delivery";

export function WebhookFacts({ webhook, latest }: { webhook: Webhook; latest: LatestAttempt | undefined }) {
  const t = useTranslations("webhooks");
  const headers = Object.keys(webhook.customHeaders);
  return (
    <FactList>
      <Fact name={t("facts.id")}>
        <Copyable text={webhook.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("columns.room")}>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {webhook.roomName}
          <span className="font-mono text-xs break-all text-ink-3">{webhook.roomId}</span>
        </span>
      </Fact>
      <Fact name={t("columns.version")}>
        <span className="font-mono">{webhook.apiVersion}</span>
      </Fact>
      <Fact name={t("facts.events")}>
        <ul className="flex flex-wrap gap-1.5 py-1">
          {webhook.events.map((event) => (
            <li key={event} className="rounded border border-line px-1.5 py-0.5 font-mono text-xs break-all">
              {event}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t("facts.headers")}>
        {headers.length === 0 ? (
          <span className="text-ink-3">{t("facts.none")}</span>
        ) : (
          <span className="font-mono text-xs break-all">{headers.join(", ")}</span>
        )}
      </Fact>
      <Fact name={t("columns.lastDelivery")}>
        {latest ? <LastDelivery latest={latest} now={now()} /> : <span className="text-ink-3">{t("never")}</span>}
      </Fact>
      <Fact name={t("facts.created")}>
        <span>
          <Time value={webhook.createdAt.toISOString()} style="date" />
          {webhook.createdByName ? (
            <span className="text-ink-3"> {t("by", { name: webhook.createdByName })}</span>
          ) : null}
        </span>
      </Fact>
    </FactList>
  );
}

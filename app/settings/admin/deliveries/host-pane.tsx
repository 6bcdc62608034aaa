import Link from "next/link";
import { useTranslations } from "next-intl";
import { tenantPath } from "@/app/_links";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import type { TroubledHost, TroubledWebhook } from "@/lib/admin/health/troubled-host";
import { FailureText, TroubleCounts } from "./host-table";

const SHOWN_MAX = 30;

interface HostPaneProps {
  host: TroubledHost;
  tenants: ReadonlyMap<string, string | null>;
}

/** The webhooks that a host affects. Shows nothing of the requests themselves. */
export function HostPane({ host: { webhooks, lastFailure }, tenants }: HostPaneProps) {
  const t = useTranslations("troubledHosts.pane");
  const diagnoses = useTranslations("deliveries.diagnosis");
  const left = webhooks.length - SHOWN_MAX;
  return (
    <div className="grid gap-4 text-dense">
      {lastFailure ? (
        <p className="text-pretty">
          <span className="font-medium">
            <FailureText failure={lastFailure} />
          </span>{" "}
          <span className="text-ink-3">
            <Ago value={lastFailure.at} />
          </span>
          <span className="block text-ink-2">
            {t("toOwner")} {diagnoses(`${lastFailure.diagnosis}.advice`)}
          </span>
        </p>
      ) : null}
      <ul aria-label={t("webhooks")} className="grid divide-y divide-line">
        {webhooks.slice(0, SHOWN_MAX).map((webhook) => (
          <li key={webhook.webhookId} className="grid gap-1.5 py-3 first:pt-0">
            <AffectedWebhook webhook={webhook} tenant={tenants.get(webhook.tenantId) ?? null} />
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="text-ink-3">{t("more", { count: left })}</p> : null}
    </div>
  );
}

function AffectedWebhook({ webhook, tenant }: { webhook: TroubledWebhook; tenant: string | null }) {
  const t = useTranslations("troubledHosts.pane");
  const tenants = useTranslations("tenants");
  const { webhookId, tenantId, oldestAt, disabledReason, lastFailure } = webhook;
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Link href={tenantPath(tenantId)} prefetch={false} className="font-medium underline underline-offset-4">
          {tenant ?? tenants("noName")}
        </Link>
        <TroubleCounts of={webhook} />
      </p>
      <Copyable text={webhookId} label={t("webhookId")} />
      {oldestAt === null ? null : (
        <p className="text-ink-2">
          {t.rich(disabledReason === null ? "oldest" : `disabled.${disabledReason}`, {
            ago: () => <Ago value={oldestAt} />,
          })}
        </p>
      )}
      {lastFailure === null ? null : (
        <p className="text-ink-2">
          {t("failure")} <FailureText failure={lastFailure} />
        </p>
      )}
    </>
  );
}

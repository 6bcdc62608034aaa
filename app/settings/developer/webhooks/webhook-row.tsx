import { CalendarClock, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Time } from "@/app/_ui/shown/time";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_FAILURES_MAX } from "@/lib/platform/limits";
import type { ApiVersion } from "@/lib/webhooks/delivery/payload";
import type { LatestAttempt, SuccessSummary } from "@/lib/webhooks/history/stats-query";
import type { Webhook } from "@/lib/webhooks/queries";
import { countDaysUntil } from "@/lib/webhooks/settings/webhook-summary";
import { Sparkline, SuccessShare } from "./sparkline";
import { LastDelivery, WebhookStatus } from "./webhook-status";

const CELL = "px-3 py-3 align-top first:ps-4";

export interface ListedWebhook {
  webhook: Webhook;
  success: SuccessSummary;
  latest: LatestAttempt | undefined;
}

export function WebhookRow({ listed, now }: { listed: ListedWebhook; now: Date }) {
  const t = useTranslations("webhooks");
  const { webhook, success, latest } = listed;
  return (
    <tr className={joinClasses("transition-colors hover:bg-muted/50", !webhook.isActive && "text-ink-2")}>
      <th scope="row" className={joinClasses(CELL, "font-normal")}>
        <Link href={webhookPath(webhook.id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {webhook.name}
        </Link>
        <ReceiverName webhook={webhook} />
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3 xl:hidden">
          <span className="min-w-0 truncate lg:hidden">{webhook.roomName}</span>
          <VersionBadge version={webhook.apiVersion} />
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs md:hidden">
          <SuccessShare success={success} />
          {latest ? <LastDelivery latest={latest} now={now} /> : null}
        </span>
        <RowNotice webhook={webhook} now={now} />
      </th>
      <td className={joinClasses(CELL, "hidden lg:table-cell")}>
        <span className="block truncate" title={webhook.roomName}>
          {webhook.roomName}
        </span>
      </td>
      <td className={joinClasses(CELL, "hidden xl:table-cell")}>
        <VersionBadge version={webhook.apiVersion} />
      </td>
      <td className={joinClasses(CELL, "hidden md:table-cell")}>
        <Sparkline success={success} />
        <span className="mt-0.5 flex gap-1.5 text-xs">
          <SuccessShare success={success} />
          {success.failed > 0 ? (
            <span className="text-ink-3">{t("failedCount", { count: success.failed })}</span>
          ) : null}
        </span>
      </td>
      <td className={joinClasses(CELL, "hidden lg:table-cell")}>
        {latest ? <LastDelivery latest={latest} now={now} /> : <span className="text-ink-3">{t("never")}</span>}
      </td>
      <td className={CELL}>
        <WebhookStatus webhook={webhook} />
        {webhook.rotation ? (
          <span className="mt-1 block text-xs text-ink-3">
            {t.rich("rotatingUntil", {
              time: () => <Time value={webhook.rotation?.endsAt.toISOString() ?? ""} style="date" />,
            })}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

function ReceiverName({ webhook: { url, listener } }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.listener");
  const receiver = listener ? t("device", { device: listener.deviceName }) : (url ?? "");
  return (
    <span
      className={joinClasses("mt-0.5 block truncate text-xs text-ink-3", !listener && "font-mono")}
      title={receiver}
    >
      {receiver}
    </span>
  );
}

function VersionBadge({ version }: { version: ApiVersion }) {
  const t = useTranslations("webhooks");
  const isV1 = version === WEBHOOK_API_VERSION_V1;
  return (
    <span title={version} className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <span className={isV1 ? "font-medium text-warn" : "font-medium"}>{isV1 ? "v1" : "v2"}</span>
      <span className="sr-only">{t("contractVersion", { version })}</span>
    </span>
  );
}

function RowNotice({ webhook, now }: { webhook: Webhook; now: Date }) {
  const t = useTranslations("webhooks.notices");
  const { id, isActive, failureNotice, consecutiveFailures, disabledReason, sunsetAt } = webhook;
  return (
    <>
      {isActive && failureNotice !== null ? (
        <Line
          icon={TriangleAlert}
          tone="text-warn"
          href={webhookPath(id, "/deliveries?state=FAILED")}
          action={t("see")}
        >
          {t("failing", { count: consecutiveFailures, max: WEBHOOK_FAILURES_MAX })}
        </Line>
      ) : null}
      {!isActive && disabledReason === "failures" ? (
        <Line icon={OctagonX} tone="text-bad" href={webhookPath(id)} action={t("mend")}>
          {t("switchedOff", { max: WEBHOOK_FAILURES_MAX })}
        </Line>
      ) : null}
      {sunsetAt ? (
        <Line icon={CalendarClock} tone="text-warn" href={webhookPath(id, "/recreate")} action={t("recreate")}>
          {t("sunset", { count: countDaysUntil(sunsetAt, now) })}
        </Line>
      ) : null}
    </>
  );
}

interface LineProps {
  icon: LucideIcon;
  tone: string;
  href: string;
  action: string;
  children: ReactNode;
}

function Line({ icon: Icon, tone, href, action, children }: LineProps) {
  return (
    <span className={`mt-1.5 flex items-start gap-1.5 text-xs ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        {children}{" "}
        <Link href={href} className="underline underline-offset-2">
          {action}
        </Link>
      </span>
    </span>
  );
}

import { X } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import type { UsageAlertNotice } from "@/lib/usage/read-alerts";
import { dismiss } from "./actions";

interface UsageAlertsProps {
  alerts: readonly UsageAlertNotice[];
  page: string;
}

export function UsageAlerts({ alerts, page }: UsageAlertsProps) {
  const t = useTranslations("usageAlerts");
  if (alerts.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="mb-6 grid gap-2">
      {alerts.map((alert) => (
        <li key={alert.subjectId}>
          <UsageAlert alert={alert} page={page} />
        </li>
      ))}
    </ul>
  );
}

function UsageAlert({ alert, page }: { alert: UsageAlertNotice; page: string }) {
  const t = useTranslations("usageAlerts");
  const format = useFormatter();
  const { subjectId, kind, name, href, percent, used, limit } = alert;
  return (
    <Notice tone={percent < 80 ? "neutral" : "warn"}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="text-pretty">
          {t(percent === 100 ? `usedUp.${kind}` : `passed.${kind}`, {
            name,
            percent,
            used: format.number(used),
            limit: format.number(limit),
          })}
        </p>
        {href === null ? null : (
          <Link href={href} className="font-medium underline underline-offset-4">
            {t(kind === "key" ? "changeBudget" : "addSeats")}
          </Link>
        )}
        <PlainForm action={dismiss} failed={t("failed")} hidden={{ subjectId, page }}>
          <SubmitButton look="quiet" size="small" icon={<X aria-hidden />}>
            {t("dismiss")}
          </SubmitButton>
        </PlainForm>
      </div>
    </Notice>
  );
}

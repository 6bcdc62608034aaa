import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";
import type { WebhookDelivery } from "@/lib/webhooks/delivery/delivery";
import { diagnose, forecastRetry } from "@/lib/webhooks/history/diagnosis";

const LOOKS = {
  delivered: { tone: "good", icon: CircleCheck },
  slow: { tone: "warn", icon: TriangleAlert },
  retrying: { tone: "warn", icon: RefreshCw },
  failed: { tone: "bad", icon: CircleX },
} as const;

export function AttemptOutcome({ outcome }: { outcome: WebhookDelivery }) {
  const t = useTranslations("deliveries");
  const { success, statusCode, durationMs, nextRetryAt } = outcome;
  const diagnosis = diagnose(outcome);
  const outlook = forecastRetry(outcome);
  const failed = nextRetryAt === null ? "failed" : "retrying";
  const delivered = diagnosis === "delivered_slowly" ? "slow" : "delivered";
  const look = success ? delivered : failed;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status {...LOOKS[look]}>{t(`attemptStates.${look}`)}</Status>
        {statusCode === null ? null : <span className="font-mono text-dense font-medium">HTTP {statusCode}</span>}
        {durationMs === null ? null : <span className="text-dense text-ink-2">{t("ms", { ms: durationMs })}</span>}
      </p>
      <p className="max-w-2xl text-dense text-ink-2 text-pretty">
        <span className="font-medium text-ink">
          {t("diagnosisTitle", { title: t(`diagnosis.${diagnosis}.title`) })}
        </span>{" "}
        {t(`diagnosis.${diagnosis}.advice`)}
        {outlook ? <> {t(`outlook.${outlook}`)}</> : null}
      </p>
    </div>
  );
}

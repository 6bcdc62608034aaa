import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/status";
import { type Diagnosis, diagnose, forecastRetry } from "@/lib/webhooks/diagnosis";

export interface Outcome {
  success: boolean;
  statusCode: number | null;
  error: string | null;
  durationMs: number | null;
  attempt: number;
  nextRetryAt: string | null;
}

/** The code, the time it took, and what it means in plain words. */
export function AttemptOutcome({ outcome }: { outcome: Outcome }) {
  const t = useTranslations("deliveries");
  const diagnosis = diagnose(outcome);
  const outlook = forecastRetry(outcome);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OutcomeStatus outcome={outcome} diagnosis={diagnosis} />
        {outcome.statusCode === null ? null : (
          <span className="font-mono text-dense font-medium">HTTP {outcome.statusCode}</span>
        )}
        {outcome.durationMs === null ? null : (
          <span className="text-dense text-ink-2">{t("ms", { ms: outcome.durationMs })}</span>
        )}
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

function OutcomeStatus({ outcome, diagnosis }: { outcome: Outcome; diagnosis: Diagnosis }) {
  const t = useTranslations("deliveries.attemptStates");
  if (diagnosis === "delivered_slowly")
    return (
      <Status tone="warn" icon={TriangleAlert}>
        {t("slow")}
      </Status>
    );
  if (outcome.success)
    return (
      <Status tone="good" icon={CircleCheck}>
        {t("delivered")}
      </Status>
    );
  return outcome.nextRetryAt === null ? (
    <Status tone="bad" icon={CircleX}>
      {t("failed")}
    </Status>
  ) : (
    <Status tone="warn" icon={RefreshCw}>
      {t("retrying")}
    </Status>
  );
}

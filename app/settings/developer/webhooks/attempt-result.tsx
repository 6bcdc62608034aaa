import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";

export function AttemptResult({ attempt }: { attempt: EventDeliveries["attempts"][number] }) {
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

import { CircleCheck, CirclePause, OctagonX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/status";
import type { Webhook } from "@/lib/webhooks/queries";
import { readState } from "@/lib/webhooks/webhook-summary";

type Shown = Pick<Webhook, "isActive" | "failureNotice" | "disabledReason">;

export function WebhookStatus({ webhook }: { webhook: Shown }) {
  const t = useTranslations("webhooks.states");
  switch (readState(webhook)) {
    case "active":
      return (
        <Status tone="good" icon={CircleCheck}>
          {t("active")}
        </Status>
      );
    case "failing":
      return (
        <Status tone="warn" icon={TriangleAlert}>
          {t("failing")}
        </Status>
      );
    case "inactive":
      return webhook.disabledReason === "failures" ? (
        <Status tone="bad" icon={OctagonX}>
          {t("switchedOff")}
        </Status>
      ) : (
        <Status tone="neutral" icon={CirclePause}>
          {t("inactive")}
        </Status>
      );
  }
}

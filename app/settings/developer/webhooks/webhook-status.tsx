import { CircleCheck, CirclePause, OctagonX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/status";
import type { Webhook } from "@/lib/webhooks/queries";
import { readState } from "@/lib/webhooks/webhook-summary";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  failing: { tone: "warn", icon: TriangleAlert },
  inactive: { tone: "neutral", icon: CirclePause },
  switchedOff: { tone: "bad", icon: OctagonX },
} as const;

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.states");
  const state = readState(webhook);
  const look = state === "inactive" && webhook.disabledReason === "failures" ? "switchedOff" : state;
  return <Status {...LOOKS[look]}>{t(look)}</Status>;
}

import { Check, CircleCheck, CirclePause, Inbox, OctagonX, Terminal, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import type { Webhook } from "@/lib/webhooks/queries";
import { readState, type WebhookState } from "@/lib/webhooks/settings/webhook-summary";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  failing: { tone: "warn", icon: TriangleAlert },
  inactive: { tone: "neutral", icon: CirclePause },
  switchedOff: { tone: "bad", icon: OctagonX },
  connected: { tone: "good", icon: Terminal },
  held: { tone: "neutral", icon: Inbox },
} as const;

const readLook = ({ listener }: Webhook, state: WebhookState) =>
  listener && state === "active" ? listener.state : state;

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.states");
  const state = readState(webhook);
  const look = state === "inactive" && webhook.disabledReason === "failures" ? "switchedOff" : readLook(webhook, state);
  return <Status {...LOOKS[look]}>{t(look)}</Status>;
}

export function LastDelivery({ latest, now }: { latest: { deliveredAt: Date; success: boolean }; now: Date }) {
  const t = useTranslations("webhooks");
  const Icon = latest.success ? Check : X;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon
        role="img"
        aria-label={t(latest.success ? "arrived" : "failed")}
        className={latest.success ? "size-3.5 shrink-0 text-good" : "size-3.5 shrink-0 text-bad"}
      />
      <Time value={latest.deliveredAt.toISOString()} style="relative" now={now.toISOString()} />
    </span>
  );
}

import { Archive, CircleCheck, CircleX, Clock, type LucideIcon, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/status";
import type { DeliveryState } from "@/lib/webhooks/delivery";

const LOOKS = {
  PENDING: { tone: "neutral", icon: Clock },
  RETRYING: { tone: "warn", icon: RefreshCw },
  SUCCEEDED: { tone: "good", icon: CircleCheck },
  FAILED: { tone: "bad", icon: CircleX },
  HELD: { tone: "neutral", icon: Archive },
} as const satisfies Record<DeliveryState, { tone: Tone; icon: LucideIcon }>;

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const t = useTranslations("deliveries.states");
  const { tone, icon } = LOOKS[state];
  return (
    <Status tone={tone} icon={icon}>
      {t(state)}
    </Status>
  );
}

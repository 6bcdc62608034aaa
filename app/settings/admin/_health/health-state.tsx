import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { HealthState } from "@/lib/admin/health/health";

export const HEALTH_LOOKS: Readonly<Record<HealthState, { tone: Tone; icon: LucideIcon }>> = {
  off: { tone: "neutral", icon: CircleDashed },
  good: { tone: "good", icon: CircleCheck },
  warn: { tone: "warn", icon: CircleAlert },
  silent: { tone: "bad", icon: Unplug },
  bad: { tone: "bad", icon: CircleX },
};

export function HealthStatus({ state }: { state: HealthState }) {
  const t = useTranslations("health.states");
  return <Status {...HEALTH_LOOKS[state]}>{t(state)}</Status>;
}

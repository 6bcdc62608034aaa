import { Ban, CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, TimerOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { RunState } from "@/lib/agents/runs/run";

const LOOKS: Record<RunState, { tone: Tone; icon: LucideIcon }> = {
  queued: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: LoaderCircle },
  succeeded: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
  cancelled: { tone: "neutral", icon: Ban },
  timed_out: { tone: "warn", icon: TimerOff },
};

export function RunStatus({ state }: { state: RunState }) {
  const t = useTranslations("agentRuns.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

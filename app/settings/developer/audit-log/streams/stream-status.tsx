import { CircleCheck, CirclePause, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";
import type { Stream } from "@/lib/audit-log/streams/queries";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  failing: { tone: "warn", icon: RotateCw },
  paused: { tone: "neutral", icon: CirclePause },
} as const;

export function StreamStatus({ state }: Pick<Stream, "state">) {
  const t = useTranslations("auditStreams.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

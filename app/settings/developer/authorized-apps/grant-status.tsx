import { Ban, Bot, CircleCheck, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { GrantState } from "@/lib/oauth/grants/grant";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  expired: { tone: "neutral", icon: CircleSlash },
  revoked: { tone: "bad", icon: Ban },
} as const satisfies Record<GrantState, { tone: Tone; icon: typeof Ban }>;

export function GrantStatus({ state }: { state: GrantState }) {
  const t = useTranslations("grants.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

export function AgentMark() {
  const t = useTranslations("grants");
  return (
    <Status tone="accent" icon={Bot}>
      {t("agent")}
    </Status>
  );
}

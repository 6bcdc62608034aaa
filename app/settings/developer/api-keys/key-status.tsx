import { Ban, CircleCheck, CircleSlash, Clock, Hourglass, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/status";
import type { KeyState } from "@/lib/api-keys/api-key";
import type { KeySummary } from "@/lib/api-keys/key-summary";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  expiring: { tone: "warn", icon: Clock },
  replaced: { tone: "neutral", icon: RefreshCw },
  expired: { tone: "neutral", icon: CircleSlash },
  revoked: { tone: "bad", icon: Ban },
} as const satisfies Record<KeyState, { tone: Tone; icon: typeof Ban }>;

export function KeyStatus({ apiKey }: { apiKey: Pick<KeySummary, "state" | "isUsable"> }) {
  const t = useTranslations("keys.states");
  const { tone, icon } = LOOKS[apiKey.state];
  const stillWorks = apiKey.state === "replaced" && apiKey.isUsable;
  return (
    <Status tone={stillWorks ? "warn" : tone} icon={stillWorks ? Hourglass : icon}>
      {t(stillWorks ? "replacedUsable" : apiKey.state)}
    </Status>
  );
}

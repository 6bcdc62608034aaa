import { CircleCheck, CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";

export function ConnectorStatus({ isEnabled }: { isEnabled: boolean }) {
  const t = useTranslations("connectors.states");
  return (
    <Status tone={isEnabled ? "good" : "neutral"} icon={isEnabled ? CircleCheck : CirclePause}>
      {t(isEnabled ? "enabled" : "disabled")}
    </Status>
  );
}

import { CircleCheck, CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/status";

export function ConnectorStatus({ isEnabled }: { isEnabled: boolean }) {
  const t = useTranslations("connectors.states");
  return isEnabled ? (
    <Status tone="good" icon={CircleCheck}>
      {t("enabled")}
    </Status>
  ) : (
    <Status tone="neutral" icon={CirclePause}>
      {t("disabled")}
    </Status>
  );
}

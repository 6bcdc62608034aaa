import { Ban, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/status";

export function AppStatus({ isActive }: { isActive: boolean }) {
  const t = useTranslations("apps.states");
  return isActive ? (
    <Status tone="good" icon={CircleCheck}>
      {t("active")}
    </Status>
  ) : (
    <Status tone="bad" icon={Ban}>
      {t("inactive")}
    </Status>
  );
}

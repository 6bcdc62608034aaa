import { Ban, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";

export function AppStatus({ isActive }: { isActive: boolean }) {
  const t = useTranslations("apps.states");
  return (
    <Status tone={isActive ? "good" : "bad"} icon={isActive ? CircleCheck : Ban}>
      {t(isActive ? "active" : "inactive")}
    </Status>
  );
}

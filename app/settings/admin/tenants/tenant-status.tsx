import { Ban, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";

export function TenantStatus({ isSuspended }: { isSuspended: boolean }) {
  const t = useTranslations("tenants");
  return (
    <Status tone={isSuspended ? "bad" : "good"} icon={isSuspended ? Ban : CircleCheck}>
      {t(isSuspended ? "suspended" : "active")}
    </Status>
  );
}

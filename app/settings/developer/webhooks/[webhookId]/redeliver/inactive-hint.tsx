import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/notice";
import { SwitchForm } from "../../switch-form";

export function InactiveHint({ webhookId }: { webhookId: string }) {
  const t = useTranslations("deliveries.bulk");
  return (
    <Notice tone="warn">
      <p className="mb-3">{t("inactive")}</p>
      <SwitchForm webhookId={webhookId} isActive={false} returnTo="/redeliver" />
    </Notice>
  );
}

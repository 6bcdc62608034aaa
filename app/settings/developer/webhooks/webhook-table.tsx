import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_ui/data-table";
import { type ListedWebhook, WebhookRow } from "./webhook-row";

export function WebhookTable({ webhooks, now }: { webhooks: readonly ListedWebhook[]; now: Date }) {
  const t = useTranslations("webhooks.columns");
  const columns = [
    { name: t("webhook") },
    { name: t("room"), className: "hidden w-32 lg:table-cell" },
    { name: t("version"), className: "hidden w-24 xl:table-cell" },
    { name: t("success"), className: "hidden w-40 md:table-cell" },
    { name: t("lastDelivery"), className: "hidden w-36 lg:table-cell" },
    { name: t("state"), className: "w-32" },
  ];
  return (
    <DataTable caption={t("caption")} columns={columns}>
      {webhooks.map((listed) => (
        <WebhookRow key={listed.webhook.id} listed={listed} now={now} />
      ))}
    </DataTable>
  );
}

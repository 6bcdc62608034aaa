import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { type ListedWebhook, WebhookRow } from "./webhook-row";

const HEAD = "h-9 px-3 text-left text-xs font-medium text-ink-3 first:pl-4";

export function WebhookTable({ webhooks, now }: { webhooks: readonly ListedWebhook[]; now: Date }) {
  const t = useTranslations("webhooks.columns");
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed text-dense">
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="border-b border-line bg-muted/60">
          <tr>
            <th scope="col" className={HEAD}>
              {t("webhook")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-32 lg:table-cell")}>
              {t("room")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-24 xl:table-cell")}>
              {t("version")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-40 md:table-cell")}>
              {t("success")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-36 lg:table-cell")}>
              {t("lastDelivery")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "w-32")}>
              {t("state")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {webhooks.map((listed) => (
            <WebhookRow key={listed.webhook.id} listed={listed} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page/page-header";
import { TabLinks } from "@/app/_ui/page/tab-links";
import { NOTIFICATIONS_PATH, PREFERENCES_PATH } from "@/lib/notifications/paths";

export function InboxTabs({ current }: { current: "inbox" | "preferences" }) {
  const t = useTranslations("notifications");
  return (
    <>
      <PageHeader title={t("title")} />
      <TabLinks
        label={t("title")}
        current={current}
        tabs={[
          { key: "inbox", href: NOTIFICATIONS_PATH, text: t("inbox") },
          { key: "preferences", href: PREFERENCES_PATH, text: t("preferences.title") },
        ]}
      />
    </>
  );
}

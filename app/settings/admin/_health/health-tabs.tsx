import { useTranslations } from "next-intl";
import { BACKGROUND_PATH, HEALTH_PATH, TROUBLED_HOSTS_PATH } from "@/app/_links";
import { TabLinks } from "@/app/_ui/page/tab-links";

const TABS = { parts: HEALTH_PATH, troubledHosts: TROUBLED_HOSTS_PATH, backgroundWork: BACKGROUND_PATH } as const;

export function HealthTabs({ current }: { current: keyof typeof TABS }) {
  const [t, sections] = [useTranslations("health"), useTranslations("sections.names")];
  return (
    <TabLinks
      label={t("title")}
      current={current}
      tabs={[
        { key: "parts", href: TABS.parts, text: t("parts") },
        { key: "troubledHosts", href: TABS.troubledHosts, text: sections("troubledHosts") },
        { key: "backgroundWork", href: TABS.backgroundWork, text: sections("backgroundWork") },
      ]}
    />
  );
}

import { getTranslations } from "next-intl/server";
import { EVENT_CATALOG_PATH } from "@/lib/docs/event-page";
import { REFERENCE_PATH } from "@/lib/docs/operation-page";
import type { DocPage } from "@/lib/docs/page";
import { CHANGELOG_PATH, DOCS_PATH, type GuideSection, readLibrary } from "@/lib/docs/pages";
import { readReference } from "@/lib/docs/surface/operations";
import { titleTag } from "@/lib/docs/surface/titles";
import type { Locale } from "@/lib/i18n/locale";

interface NavLink {
  href: string;
  text: string;
  isCode: boolean;
}

interface NavGroup {
  title: string;
  links: NavLink[];
}

export interface NavTab {
  title: string;
  href: string;
  groups: NavGroup[];
}

const GUIDES: readonly GuideSection[] = ["start", "build", "operate"];

/** Every page of the docs is in one tab. */
export async function listNavTabs(locale: Locale): Promise<NavTab[]> {
  const t = await getTranslations("docs");
  const { guides, operations, errors, events, changelog, operating } = readLibrary(locale);
  const link = ({ path, title, kind }: DocPage): NavLink => ({
    href: path,
    text: title,
    isCode: kind === "error" && /^[a-z_]+$/.test(title),
  });
  const linkGuides = (wanted: GuideSection) =>
    guides.flatMap(({ section, guides: pages }) => (section === wanted ? pages.map(link) : []));
  const start = { href: DOCS_PATH, text: t("overview"), isCode: false };
  const all = { href: REFERENCE_PATH, text: t("referenceOverview"), isCode: false };
  return [
    {
      title: t("tabs.guides"),
      href: DOCS_PATH,
      groups: [
        ...GUIDES.map((section, index) => ({
          title: t(`sections.${section}`),
          links: [...(index === 0 ? [start] : []), ...linkGuides(section)],
        })),
        { title: t("operators"), links: [link(operating)] },
      ],
    },
    {
      title: t("tabs.api"),
      href: REFERENCE_PATH,
      groups: [
        { title: t("reference"), links: [all] },
        ...readReference().tags.map((tag) => ({
          title: titleTag(tag.name, locale),
          links: operations.filter(({ path }) => tag.operations.some(({ id }) => path.endsWith(`/${id}`))).map(link),
        })),
        { title: t("errors.title"), links: errors.map(link) },
      ],
    },
    {
      title: t("tabs.events"),
      href: EVENT_CATALOG_PATH,
      groups: [{ title: t("sections.events"), links: [link(events), ...linkGuides("events")] }],
    },
    {
      title: t("tabs.changelog"),
      href: CHANGELOG_PATH,
      groups: [{ title: t("changelog.title"), links: [link(changelog), ...linkGuides("more")] }],
    },
  ];
}

import { getTranslations } from "next-intl/server";
import { pathOfOperation } from "@/app/_reference/paths";
import { ERRORS_PATH } from "@/lib/api/error-path";
import { REFERENCE_PATH } from "@/lib/docs/operation-page";
import type { DocPage } from "@/lib/docs/page";
import { DOCS_PATH, readLibrary } from "@/lib/docs/pages";
import { readReference } from "@/lib/docs/surface/operations";
import type { Locale } from "@/lib/i18n/locale";

interface NavLink {
  href: string;
  text: string;
  isCode: boolean;
}

export interface NavGroup {
  title: string;
  links: NavLink[];
  folds: NavFold[];
}

export interface NavFold {
  title: string;
  lang?: "en";
  links: NavLink[];
}

export async function listNavGroups(locale: Locale): Promise<NavGroup[]> {
  const t = await getTranslations("docs");
  const { guides, errors, events, changelog, operating } = readLibrary(locale);
  const link = ({ path, title, kind }: DocPage): NavLink => ({
    href: path,
    text: title,
    isCode: kind === "error" && /^[a-z_]+$/.test(title),
  });
  const [allErrors, ...singleErrors] = errors;
  const start = { href: DOCS_PATH, text: t("overview"), isCode: false };
  const [first, ...others] = guides.map(({ section, guides: pages }) => ({
    title: t(`sections.${section}`),
    links: pages.map(link),
    folds: [],
  }));
  return [
    { title: first?.title ?? t("title"), links: [start, ...(first?.links ?? [])], folds: [] },
    ...others,
    {
      title: t("reference"),
      links: [{ href: REFERENCE_PATH, text: t("referenceOverview"), isCode: false }],
      folds: [
        ...readReference().tags.map((tag) => ({
          title: tag.title,
          lang: "en" as const,
          links: tag.operations.map(({ id, title }) => ({
            href: pathOfOperation("docs", id),
            text: title,
            isCode: false,
          })),
        })),
        {
          title: t("errors.title"),
          links: [
            { href: ERRORS_PATH, text: allErrors?.title ?? t("errors.title"), isCode: false },
            ...singleErrors.map(link),
          ],
        },
      ],
    },
    { title: t("changes"), links: [link(events), link(changelog)], folds: [] },
    { title: t("operators"), links: [link(operating)], folds: [] },
  ];
}

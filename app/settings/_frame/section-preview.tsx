import { ArrowRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { PageHeader } from "@/app/_ui/page-header";
import { SECTION_GROUPS, type SectionKey } from "./sections";

export const PREVIEWED_SECTIONS = {
  "audit-log": "auditLog",
  "api-reference": "apiReference",
} as const satisfies Record<string, SectionKey>;

export type PreviewedSection = (typeof PREVIEWED_SECTIONS)[keyof typeof PREVIEWED_SECTIONS];

/** A section that does not work yet says what it will hold, and what can be done today. */
export async function SectionPreview({ section }: { section: PreviewedSection }) {
  const [t, names] = await Promise.all([getTranslations("previews"), getTranslations("sections.names")]);
  const Icon = SECTION_GROUPS.flatMap((group) => group.sections).find(({ key }) => key === section)?.icon;
  return (
    <>
      <PageHeader title={names(section)} />
      <div className="card max-w-2xl p-6">
        {Icon ? <Icon aria-hidden className="mb-4 size-6 text-accent" /> : null}
        <h2 className="font-semibold">{t("holds")}</h2>
        <p className="mt-1 text-ink-2 text-pretty">{t(`${section}.holds`)}</p>
        <h2 className="mt-5 font-semibold">{t("today")}</h2>
        <p className="mt-1 text-ink-2 text-pretty">{t(`${section}.today`)}</p>
        <LinkButton href="/settings/developer/api-keys" className="mt-6">
          {t("toKeys")}
          <ArrowRight aria-hidden />
        </LinkButton>
      </div>
    </>
  );
}

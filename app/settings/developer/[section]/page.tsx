import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { SECTION_GROUPS } from "@/app/settings/_frame/sections";
import { requireSession } from "@/lib/accounts/session";

interface Props {
  params: Promise<{ section: string }>;
}

const PREVIEWED = ["auditLog"] as const;

function findSection(slug: string) {
  const section = SECTION_GROUPS.flatMap(({ sections }) => sections).find(({ href }) => href.endsWith(`/${slug}`));
  const key = PREVIEWED.find((previewed) => previewed === section?.key);
  return section && key ? { key, Icon: section.icon } : null;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const section = findSection((await params).section);
  return section ? { title: (await getTranslations("sections.names"))(section.key) } : {};
}

/** A section that does not work yet says what it will hold, and what can be done today. */
export default drawPage("page", async function PreviewedSectionPage({ params }: Props) {
  const slug = (await params).section;
  await requireSession(`/settings/developer/${encodeURIComponent(slug)}`);
  const section = findSection(slug);
  if (!section) notFound();
  const [t, names] = await Promise.all([getTranslations("previews"), getTranslations("sections.names")]);
  return (
    <>
      <PageHeader title={names(section.key)} />
      <div className="card max-w-2xl p-6">
        <section.Icon aria-hidden className="mb-4 size-6 text-accent" />
        <h2 className="font-semibold">{t("holds")}</h2>
        <p className="mt-1 text-ink-2 text-pretty">{t(`${section.key}.holds`)}</p>
        <h2 className="mt-5 font-semibold">{t("today")}</h2>
        <p className="mt-1 text-ink-2 text-pretty">{t(`${section.key}.today`)}</p>
        <LinkButton href="/settings/developer/api-keys" className="mt-6">
          {t("toKeys")}
          <ArrowRight aria-hidden />
        </LinkButton>
      </div>
    </>
  );
});

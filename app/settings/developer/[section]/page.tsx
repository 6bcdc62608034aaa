import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { PREVIEWED_SECTIONS, SectionPreview } from "@/app/settings/_frame/section-preview";
import { requireSession } from "@/lib/accounts/session";

interface Props {
  params: Promise<{ section: string }>;
}

function findSection(slug: string) {
  return Object.entries(PREVIEWED_SECTIONS).find(([path]) => path === slug)?.[1];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const section = findSection((await params).section);
  return section ? { title: (await getTranslations("sections.names"))(section) } : {};
}

export default drawPage("page", async function PreviewedSectionPage({ params }: Props) {
  const slug = (await params).section;
  await requireSession(`/settings/developer/${encodeURIComponent(slug)}`);
  const section = findSection(slug);
  if (!section) notFound();
  return <SectionPreview section={section} />;
});

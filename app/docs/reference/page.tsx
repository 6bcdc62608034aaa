import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ReferencePage } from "@/app/_reference/reference-page";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { REFERENCE_PATH } from "@/lib/docs/operation-page";

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("reference"), getLocale()]);
  return { title: t("title"), alternates: linkLanguages(REFERENCE_PATH, locale) };
}

export default function PublicReferencePage() {
  return <ReferencePage />;
}

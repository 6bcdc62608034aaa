import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SectionPreview } from "@/app/settings/_frame/section-preview";
import { requireSession } from "@/lib/accounts/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sections.names"))("oauthApps") };
}

export default async function OAuthAppsPage() {
  const { user } = await requireSession("/settings/admin/oauth-apps");
  if (!user.isAdmin) notFound();
  return <SectionPreview section="oauthApps" />;
}

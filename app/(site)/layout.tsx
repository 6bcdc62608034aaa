import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageParts } from "@/app/_light/page-parts";
import { describeRobots } from "@/app/_ui/page/page-languages";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { brand } from "@/lib/platform/brand";
import { SiteFooter } from "./_frame/site-footer";
import { SiteHeader } from "./_frame/site-header";

export function generateMetadata(): Metadata {
  return { title: { absolute: brand().name, template: `%s · ${brand().name}` }, robots: describeRobots() };
}

/** The frame of the pages for everyone. They are light pages: whole without a script. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("ui");
  return (
    <>
      <PageParts />
      <SkipLink>{t("skip")}</SkipLink>
      <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
        <SiteHeader />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
        <SiteFooter />
      </div>
    </>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageParts } from "@/app/_light/page-parts";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { Logo } from "@/app/_ui/page/logo";
import { checkSealedRequest } from "@/lib/oauth/server/authorization";
import type { Distrust } from "@/lib/oauth/server/authorization-request";
import { ConsentForm } from "./consent-form";
import { readProblem } from "./problem";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const [params, t] = await Promise.all([searchParams, getTranslations("consent")]);
  const judgement = await checkSealedRequest(readText(params, "request"));
  return { title: judgement.kind === "valid" ? t("title", { app: judgement.app.name }) : t("untrusted.title") };
}

export default async function ConsentPage({ searchParams }: { searchParams: SearchParams }) {
  const params = await searchParams;
  const sealed = readText(params, "request");
  const judgement = await checkSealedRequest(sealed);
  if (judgement.kind === "refused") redirect(judgement.redirectTo);
  return (
    <div className="flex min-h-dvh flex-col">
      <PageParts />
      <main className="mx-auto grid w-full max-w-[30rem] flex-1 content-center gap-5 px-4 py-8">
        {judgement.kind === "untrusted" ? (
          <>
            <Logo className="size-9" />
            <Untrusted reason={judgement.reason} />
          </>
        ) : (
          <ConsentForm {...judgement} sealed={sealed} problem={readProblem(params)} />
        )}
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-3 px-6 pb-6">
        <LocaleSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}

async function Untrusted({ reason }: { reason: Distrust }) {
  const t = await getTranslations("consent.untrusted");
  return (
    <div className="grid gap-2">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{t("title")}</h1>
      <p className="text-ink-2">{t(`reasons.${reason}`)}</p>
      <p className="text-ink-2">{t("advice")}</p>
    </div>
  );
}

import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Logo } from "@/app/_ui/logo";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/preference-controls";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { readCallbackPath } from "@/lib/accounts/callback-path";
import { listProviders } from "@/lib/accounts/providers";
import { readSession } from "@/lib/accounts/session";
import { DemoPeople } from "./demo-people";
import { ProviderButtons, SignInForm } from "./sign-in-form";

export const generateMetadata = pageTitle("signIn.title");

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, session, t] = await Promise.all([searchParams, readSession(), getTranslations("signIn")]);
  const callbackUrl = readCallbackPath(params["callbackUrl"]);
  if (session) redirect(callbackUrl);
  const providers = listProviders();
  const [error, signedOut] = [readText(params, "error"), readText(params, "signedOut")];
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto grid w-full max-w-[23rem] flex-1 content-center gap-6 px-4 py-10">
        <div>
          <Link href="/" aria-label={t("home")} className="inline-block rounded-control">
            <Logo className="size-9" />
          </Link>
          <h1 className="mt-5 text-xl font-semibold tracking-tight">{t("heading")}</h1>
          <p className="mt-1 text-ink-2">{t("intro")}</p>
        </div>
        {error ? <Notice tone="warn">{error === "unverified" ? t("unverified") : t("providerFailed")}</Notice> : null}
        {signedOut ? (
          <Notice role="status">{signedOut === "everywhere" ? t("signedOutEverywhere") : t("signedOut")}</Notice>
        ) : null}
        <div className="card grid gap-4 p-5">
          <SignInForm callbackUrl={callbackUrl} />
          {providers.length > 0 ? <ProviderButtons providers={providers} callbackUrl={callbackUrl} /> : null}
        </div>
        <DemoPeople callbackUrl={callbackUrl} />
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-3 p-6">
        <LocaleSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}

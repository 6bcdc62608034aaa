import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { FORGOT_PATH, SIGN_UP_PATH, signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { relyingParty } from "@/lib/accounts/passkeys/relying-party";
import { readSession } from "@/lib/accounts/sessions/session";
import { readCallbackPath } from "@/lib/accounts/sign-in/callback-path";
import { listProviders } from "@/lib/accounts/sign-in/providers";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { signInWithPasskey } from "./actions";
import { DemoPeople } from "./demo-people";
import { PasskeyButton } from "./passkey-button";
import { ProviderButtons, SignInForm } from "./sign-in-form";

export const generateMetadata = pageTitle("signIn.title");

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, session, t] = await Promise.all([searchParams, readSession(), getTranslations("signIn")]);
  const callbackUrl = readCallbackPath(params["callbackUrl"]);
  if (session) redirect(callbackUrl);
  const [providers, mode] = [listProviders(), signUpMode()];
  const passwordSet = readText(params, "passwordSet");
  const [error, signedOut] = [readText(params, "error"), readText(params, "signedOut")];
  return (
    <SignInLayout heading={t("heading")}>
      {error ? <Notice tone="warn">{error === "unverified" ? t("unverified") : t("providerFailed")}</Notice> : null}
      {passwordSet ? <Notice role="status">{t("passwordSet")}</Notice> : null}
      {signedOut ? (
        <Notice role="status">{signedOut === "everywhere" ? t("signedOutEverywhere") : t("signedOut")}</Notice>
      ) : null}
      <div className="card grid gap-4 p-5">
        <SignInForm callbackUrl={callbackUrl} forgotPath={isMailConfigured() ? FORGOT_PATH : null} />
        {relyingParty() === null ? null : (
          <PasskeyButton action={signInWithPasskey} callbackUrl={callbackUrl} isOffered />
        )}
        {providers.length > 0 ? <ProviderButtons providers={providers} callbackUrl={callbackUrl} /> : null}
      </div>
      {mode === "closed" ? null : (
        <p className="text-dense text-ink-2">
          {t("noAccount")}{" "}
          <Link href={SIGN_UP_PATH} className="text-accent underline underline-offset-2">
            {t("signUp")}
          </Link>
        </p>
      )}
      <DemoPeople callbackUrl={callbackUrl} />
    </SignInLayout>
  );
}

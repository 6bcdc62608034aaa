import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { CONFIRM_PATH } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { PasswordField } from "@/app/_ui/form/password-field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { DemoPeople } from "@/app/login/demo-people";
import { PasskeyButton } from "@/app/login/passkey-button";
import { ProviderButtons } from "@/app/login/sign-in-form";
import { FORGOT_PATH } from "@/lib/accounts/mail-links/sign-up";
import { relyingParty } from "@/lib/accounts/passkeys/relying-party";
import { requireSession } from "@/lib/accounts/sessions/session";
import { readCallbackPath } from "@/lib/accounts/sign-in/callback-path";
import { listProviders } from "@/lib/accounts/sign-in/providers";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { confirmWithPasskey, confirmWithPassword } from "./actions";

export const generateMetadata = pageTitle("confirm.title");

const DONE_PATH = `${CONFIRM_PATH}?done=1`;

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, { user }, t] = await Promise.all([
    searchParams,
    requireSession(CONFIRM_PATH),
    getTranslations("confirm"),
  ]);
  if (readText(params, "done")) return <SignInLayout heading={t("doneHeading")} intro={t("doneIntro")} />;
  const asked = readText(params, "callbackUrl");
  const callbackUrl = asked === "" ? DONE_PATH : readCallbackPath(asked);
  const providers = listProviders();
  return (
    <SignInLayout heading={t("heading")} intro={t("intro", { email: user.email })}>
      <div className="card grid gap-4 p-5">
        <PlainForm
          action={confirmWithPassword}
          failed={t("failed")}
          hidden={{ callbackUrl }}
          noValidate
          className="grid gap-4"
        >
          <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            name="proof"
            label={t("password")}
            aside={
              isMailConfigured() ? (
                <Link href={FORGOT_PATH} className="text-dense text-accent underline underline-offset-2">
                  {t("forgot")}
                </Link>
              ) : null
            }
          />
          <SubmitButton className="w-full">{t("submit")}</SubmitButton>
        </PlainForm>
        {relyingParty() === null ? null : <PasskeyButton action={confirmWithPasskey} callbackUrl={callbackUrl} />}
        {providers.length > 0 ? <ProviderButtons providers={providers} callbackUrl={callbackUrl} /> : null}
      </div>
      <DemoPeople callbackUrl={callbackUrl} />
    </SignInLayout>
  );
}

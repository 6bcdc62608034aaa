import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { CheckField } from "@/app/_ui/form/field";
import { PasswordField } from "@/app/_ui/form/password-field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { GoneLink } from "@/app/sign-up/gone-link";
import { FORGOT_PATH } from "@/lib/accounts/mail-links/sign-up";
import { findMailToken } from "@/lib/accounts/mail-links/use-mail-token";
import { PASSWORD_MIN_LENGTH } from "@/lib/accounts/profile/account";
import { finishReset } from "../actions";

export const generateMetadata = pageTitle("resetPassword.title");

export default async function ResetPage({ searchParams }: { searchParams: SearchParams }) {
  const token = readText(await searchParams, "token");
  const open = await findMailToken(token, "password_reset");
  if (open === null) return <GoneLink path={FORGOT_PATH} />;
  const [t, signUp] = await Promise.all([getTranslations("resetPassword"), getTranslations("signUp")]);
  return (
    <SignInLayout heading={t("setHeading")} intro={t("setIntro", { email: open.email })}>
      <PlainForm
        action={finishReset}
        failed={t("notSet")}
        hidden={{ token }}
        noValidate
        className="card grid gap-4 p-5"
      >
        <input type="email" name="username" autoComplete="username" value={open.email} readOnly hidden />
        <PasswordField
          label={t("password")}
          hint={signUp("passwordHint", { count: PASSWORD_MIN_LENGTH })}
          autoComplete="new-password"
        />
        <CheckField name="endsAccess" defaultChecked label={t("endsAccess")} hint={t("endsAccessHint")} />
        <SubmitButton className="w-full">{t("set")}</SubmitButton>
      </PlainForm>
    </SignInLayout>
  );
}

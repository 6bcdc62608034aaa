import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { SIGN_UP_PATH, signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { readSession } from "@/lib/accounts/sessions/session";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";
import { requestSignUp } from "./actions";
import { MailRequestForm } from "./mail-request-form";

export const generateMetadata = pageTitle("signUp.title");

export default async function SignUpPage() {
  const mode = signUpMode();
  if (mode === "closed") notFound();
  const [session, t] = await Promise.all([readSession(), getTranslations("signUp")]);
  if (session) redirect(HOME_PATH);
  return (
    <SignInLayout heading={t("heading")} intro={t(mode === "invited" ? "invitedIntro" : "intro")}>
      <MailRequestForm action={requestSignUp} texts="signUp" path={SIGN_UP_PATH} />
      <p className="text-dense text-ink-2">
        {t("haveAccount")}{" "}
        <Link href="/login" className="text-accent underline underline-offset-2">
          {t("signIn")}
        </Link>
      </p>
    </SignInLayout>
  );
}

import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { MailRequestForm } from "@/app/sign-up/mail-request-form";
import { FORGOT_PATH } from "@/lib/accounts/mail-links/sign-up";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { requestReset } from "../actions";

export const generateMetadata = pageTitle("resetPassword.title");

export default async function ForgotPage() {
  if (!isMailConfigured()) notFound();
  const t = await getTranslations("resetPassword");
  return (
    <SignInLayout heading={t("heading")} intro={t("intro")}>
      <MailRequestForm action={requestReset} texts="resetPassword" path={FORGOT_PATH} />
      <p className="text-dense">
        <Link href="/login" className="text-accent underline underline-offset-2">
          {t("back")}
        </Link>
      </p>
    </SignInLayout>
  );
}

import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { FORGOT_PATH } from "@/lib/accounts/mail-links/sign-up";
import { findMailToken } from "@/lib/accounts/mail-links/use-mail-token";
import { maskAddress } from "@/lib/mail/mail";
import { endEverything } from "./actions";

export const generateMetadata = pageTitle("notMe.title");

export default async function NotMePage({ searchParams }: { searchParams: SearchParams }) {
  const [params, t] = await Promise.all([searchParams, getTranslations("notMe")]);
  const token = readText(params, "token");
  const isDone = readText(params, "done") !== "";
  const open = isDone ? null : await findMailToken(token, "not_me");
  if (open === null)
    return (
      <SignInLayout heading={t(isDone ? "doneHeading" : "gone")} intro={t(isDone ? "doneIntro" : "goneText")}>
        <LinkButton href={FORGOT_PATH} look="primary" className="justify-self-start">
          {t("reset")}
        </LinkButton>
      </SignInLayout>
    );
  return (
    <SignInLayout heading={t("heading")} intro={t("intro", { email: maskAddress(open.email) })}>
      <PlainForm action={endEverything} failed={t("failed")} hidden={{ token }} className="grid gap-4">
        <SubmitButton look="danger" className="w-full">
          {t("submit")}
        </SubmitButton>
      </PlainForm>
    </SignInLayout>
  );
}

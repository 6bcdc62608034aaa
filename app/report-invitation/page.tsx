import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { findReportedInvitation } from "@/lib/people/invite";
import { report } from "./actions";

export const generateMetadata = pageTitle("reportInvitation.title");

export default async function ReportInvitationPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, t] = await Promise.all([searchParams, getTranslations("reportInvitation")]);
  if (readText(params, "done")) return <SignInLayout heading={t("doneHeading")} intro={t("doneIntro")} />;
  const token = readText(params, "token");
  const invitation = await findReportedInvitation(token);
  if (invitation === null) return <SignInLayout heading={t("gone")} intro={t("goneText")} />;
  return (
    <SignInLayout heading={t("heading")} intro={t("intro", { organization: invitation.organizationName })}>
      <PlainForm action={report} failed={t("failed")} hidden={{ token }} className="grid gap-4">
        <SubmitButton look="danger" className="w-full">
          {t("submit")}
        </SubmitButton>
      </PlainForm>
    </SignInLayout>
  );
}

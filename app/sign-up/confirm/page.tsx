import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { SIGN_UP_PATH, signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { findMailToken } from "@/lib/accounts/mail-links/use-mail-token";
import { PASSWORD_MIN_LENGTH } from "@/lib/accounts/profile/account";
import { findInvitation } from "@/lib/organizations/queries";
import { GoneLink } from "../gone-link";
import { ConfirmForm } from "./confirm-form";

export const generateMetadata = pageTitle("signUp.confirmTitle");

/** Opening the link uses nothing up: programs that check links open it too. */
export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  if (signUpMode() === "closed") notFound();
  const token = readText(await searchParams, "token");
  const [open, t] = await Promise.all([findMailToken(token, "sign_up"), getTranslations("signUp")]);
  if (open === null) return <GoneLink path={SIGN_UP_PATH} />;
  const { email, invitationId } = open;
  const invitation = invitationId === null ? null : await findInvitation(invitationId);
  const [heading, intro] =
    invitation === null
      ? [t("confirmHeading"), t("confirmIntro", { email })]
      : [
          t("joinHeading", { organization: invitation.organizationName }),
          t("joinIntro", { by: invitation.invitedByName, email }),
        ];
  return (
    <SignInLayout heading={heading} intro={intro}>
      <ConfirmForm
        token={token}
        email={email}
        submit={t(invitation === null ? "create" : "join")}
        passwordHint={t("passwordHint", { count: PASSWORD_MIN_LENGTH })}
      />
    </SignInLayout>
  );
}

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { grantPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { LastUseNotice, StepPage } from "@/app/_ui/page/step-page";
import { revoke } from "../../actions";
import { type GrantPage, requireGrant } from "../../open-page";

export const generateMetadata = pageTitle("grants.revoke.title");

export default renderPage("grant", async function RevokeGrantPage({ params }: GrantPage) {
  const { grant } = await requireGrant((await params).grantId, "/revoke");
  const { name } = grant.app;
  if (grant.state !== "active") redirect(grantPath(grant.id));
  const [t, ui] = await Promise.all([getTranslations("grants.revoke"), getTranslations("ui")]);
  return (
    <StepPage backHref={grantPath(grant.id)} name={name} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice at={grant.lastUsedAt} never={t("neverUsed")} used={(time) => t.rich("lastUsed", { time })} />
      <form action={revoke} className="flex flex-wrap gap-2">
        <input type="hidden" name="grantId" value={grant.id} />
        <SubmitButton look="danger">{t("confirm")}</SubmitButton>
        <LinkButton href={grantPath(grant.id)}>{ui("cancel")}</LinkButton>
      </form>
    </StepPage>
  );
});

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { now } from "@/lib/platform/clock";
import { revoke } from "../../actions";
import { grantPath } from "../../paths";
import { requireGrant } from "../../require-grant";

interface Props {
  params: Promise<{ grantId: string }>;
}

export const generateMetadata = pageTitle("grants.revoke.title");

export default drawPage("grant", async function RevokeGrantPage({ params }: Props) {
  const { grant } = await requireGrant((await params).grantId, "/revoke");
  if (grant.state !== "active") redirect(grantPath(grant.id));
  const [t, ui] = await Promise.all([getTranslations("grants.revoke"), getTranslations("ui")]);
  const { lastUsedAt } = grant;
  return (
    <>
      <PageHeader
        back={<BackLink href={grantPath(grant.id)}>{grant.app.name}</BackLink>}
        title={t("heading", { name: grant.app.name })}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <Notice tone={lastUsedAt === null ? "neutral" : "warn"}>
          {lastUsedAt === null
            ? t("neverUsed")
            : t.rich("lastUsed", {
                time: () => <Time value={lastUsedAt} style="relative" now={now().toISOString()} />,
              })}
        </Notice>
        <form action={revoke} className="flex flex-wrap gap-2">
          <input type="hidden" name="grantId" value={grant.id} />
          <SubmitButton look="danger">{t("confirm")}</SubmitButton>
          <LinkButton href={grantPath(grant.id)}>{ui("cancel")}</LinkButton>
        </form>
      </div>
    </>
  );
});

import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Panel } from "@/app/_ui/panel";
import { ScopeList } from "@/app/_ui/scope-list";
import { readTimeline } from "@/lib/oauth/grants-query";
import { now } from "@/lib/platform/clock";
import { AgentMark, GrantStatus } from "../grant-status";
import { GRANTS_PATH, grantPath } from "../paths";
import { requireGrant } from "../require-grant";
import { Answer } from "./answer";
import { GrantFacts } from "./grant-facts";
import { Timeline } from "./timeline";

interface Props {
  params: Promise<{ grantId: string }>;
}

export const generateMetadata = pageTitle("grants.detailTitle");

export default drawPage("grant", async function AuthorizedAppPage({ params }: Props) {
  const access = await requireGrant((await params).grantId);
  const [entries, t] = await Promise.all([readTimeline(access), getTranslations("grants")]);
  const { grant } = access;
  return (
    <>
      <PageHeader
        back={<BackLink href={GRANTS_PATH}>{t("title")}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {grant.app.name}
            {grant.app.isAgent ? <AgentMark /> : null}
            <GrantStatus state={grant.state} />
          </span>
        }
      >
        {grant.state === "active" ? (
          <LinkButton look="dangerPlain" href={`${grantPath(grant.id)}/revoke`}>
            <Trash2 aria-hidden />
            {t("revoke.action")}
          </LinkButton>
        ) : null}
      </PageHeader>
      <Answer grant={grant} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-6">
          <GrantFacts grant={grant} now={now().toISOString()} />
          <Panel id="scopes" title={grant.state === "active" ? t("scopes") : t("scopesEnded")}>
            {grant.app.isAgent ? (
              <div className="mb-4">
                <Notice>{t("agentNotice")}</Notice>
              </div>
            ) : null}
            {grant.scopes.length > 0 ? <ScopeList scopes={grant.scopes} /> : <p>{t("noScopes")}</p>}
          </Panel>
        </div>
        <Timeline grant={grant} entries={entries} />
      </div>
    </>
  );
});

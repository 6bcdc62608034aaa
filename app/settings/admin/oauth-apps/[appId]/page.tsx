import { Ban, Pencil, RefreshCw } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { now } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppStatus } from "../app-status";
import { requireApp } from "../open-page";
import { APPS_PATH, appPath } from "../paths";
import { RiskList } from "../risk-list";
import { AppNotice } from "./app-notice";
import { AppPanels } from "./app-panels";
import { AuthorizeBuilder } from "./authorize-builder";

interface Props {
  params: Promise<{ appId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("apps.detailTitle");

export default drawPage("app", async function OAuthAppPage({ params, searchParams }: Props) {
  const { app, secrets } = await requireApp((await params).appId);
  const [query, t] = await Promise.all([searchParams, getTranslations("apps")]);
  const path = appPath(app.id);
  return (
    <>
      <PageHeader
        back={<BackLink href={APPS_PATH}>{t("title")}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {app.name}
            <AppStatus isActive={app.isActive} />
          </span>
        }
      >
        <LinkButton href={`${path}/edit`}>
          <Pencil aria-hidden />
          {t("edit")}
        </LinkButton>
        {app.clientType === "confidential" ? (
          <LinkButton href={`${path}/rotate`}>
            <RefreshCw aria-hidden />
            {t("rotate.action")}
          </LinkButton>
        ) : null}
        {app.isActive ? (
          <LinkButton look="dangerPlain" href={`${path}/deactivate`}>
            <Ban aria-hidden />
            {t("deactivate.action")}
          </LinkButton>
        ) : null}
      </PageHeader>
      <AppNotice app={app} done={readText(query, "done")} ended={Number(readText(query, "ended")) || 0} />
      <div className="grid gap-6">
        <AppPanels app={app} secrets={secrets} now={now().toISOString()} />
        <RiskList app={app} />
        {app.isActive ? <AuthorizeBuilder app={app} baseUrl={env().SVC_BASE_URL} /> : null}
      </div>
    </>
  );
});

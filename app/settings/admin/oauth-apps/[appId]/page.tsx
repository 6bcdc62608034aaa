import { Ban, ExternalLink, Pencil, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { APPS_PATH, appPath, pathOfStep } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { ScopeList } from "@/app/_ui/shown/scope-list";
import { Time } from "@/app/_ui/shown/time";
import type { AppDetails, AppSummary } from "@/lib/oauth/apps/apps-query";
import { env } from "@/lib/platform/env";
import { deactivate, endOverlapNow, reactivate } from "../actions";
import { type AppPage, AppStatus, openAppPage, readAppDocument } from "../app-page";
import { RotateForm } from "../reveal-secret";
import { RiskList } from "../risk-list";
import { AuthorizeBuilder } from "./authorize-builder";
import { KeyList, SecretList } from "./credentials";
import { DocumentPanel } from "./document-panel";

export const generateMetadata = pageTitle("apps.detailTitle");

export default renderPage("app", async function OAuthAppPage(page: AppPage & { searchParams: SearchParams }) {
  const { app, secrets } = await openAppPage(page);
  const [query, document, t] = await Promise.all([page.searchParams, readAppDocument(app.id), getTranslations("apps")]);
  const path = appPath(app.id);
  const step = readText(query, "step");
  return (
    <>
      {step === "rotate" && hasSecret(app) ? <RotateStep app={app} secrets={secrets} /> : null}
      {step === "deactivate" && app.isActive ? <DeactivateStep app={app} /> : null}
      <PageHeader
        back={<BackLink href={APPS_PATH}>{t("title")}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {app.name}
            <AppStatus isActive={app.isActive} />
          </span>
        }
      >
        <IconLink icon={Pencil} href={`${path}/edit`}>
          {t("edit")}
        </IconLink>
        {hasSecret(app) ? (
          <IconLink icon={RefreshCw} href={pathOfStep(path, "rotate")} scroll={false}>
            {t("rotate.action")}
          </IconLink>
        ) : null}
        {app.isActive ? (
          <IconLink look="dangerPlain" icon={Ban} href={pathOfStep(path, "deactivate")} scroll={false}>
            {t("deactivate.action")}
          </IconLink>
        ) : null}
      </PageHeader>
      <AppNotice app={app} done={readText(query, "done")} ended={Number(readText(query, "ended")) || 0} />
      <div className="grid gap-x-10 gap-y-9">
        <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="grid gap-x-10 gap-y-9">
            <AppFacts app={app} />
            {document ? <DocumentPanel row={document} /> : null}
            <Section id="redirect-uris" title={t("redirectUris.title")}>
              <ul className="grid gap-1 text-dense">
                {app.redirectUris.map((uri) => (
                  <li key={uri}>
                    <Copyable text={uri} label={t("redirectUris.one")} />
                  </li>
                ))}
              </ul>
              <p className="mt-2 text-xs text-ink-3">{t("redirectUris.hint")}</p>
            </Section>
            {app.keys === null ? null : (
              <Section id="keys" title={t("keys.title")}>
                <KeyList keys={app.keys} />
              </Section>
            )}
            {hasSecret(app) ? (
              <Section id="secrets" title={t("secrets.title")}>
                <SecretList secrets={secrets} />
                {secrets.some(({ expiresAt }) => expiresAt !== null) ? <EndOverlap appId={app.id} /> : null}
              </Section>
            ) : null}
          </div>
          <Section id="scopes" title={t("allowedScopes")}>
            <ScopeList scopes={app.allowedScopes} />
          </Section>
        </div>
        <RiskList app={app} />
        {app.isActive && !document ? <AuthorizeBuilder app={app} baseUrl={env().SVC_BASE_URL} /> : null}
      </div>
    </>
  );
});

function RotateStep({ app: { id, name, clientId }, secrets }: Pick<AppDetails, "app" | "secrets">) {
  const t = useTranslations("apps.rotate");
  return (
    <StepDialog backHref={appPath(id)} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <SecretList secrets={secrets} />
      <RotateForm appId={id} clientId={clientId} name={name} secretId={secrets[0]?.id ?? ""} />
    </StepDialog>
  );
}

function DeactivateStep({ app: { id, name, liveGrants } }: { app: AppSummary }) {
  const t = useTranslations("apps.deactivate");
  const form = useTranslations("appForm");
  return (
    <StepDialog backHref={appPath(id)} title={t("heading", { name })}>
      <Notice tone={liveGrants === 0 ? "neutral" : "warn"}>{t("grants", { count: liveGrants })}</Notice>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <ConfirmForm
        action={deactivate}
        hidden={{ appId: id }}
        name={name}
        failed={form("deactivateFailed")}
        submit={form("deactivate")}
        cancelHref={appPath(id)}
      />
    </StepDialog>
  );
}

function hasSecret({ clientType, keys }: AppSummary): boolean {
  return clientType === "confidential" && keys === null;
}

interface AppNoticeProps {
  app: AppSummary;
  done: string;
  ended: number;
}

function AppNotice({ app, done, ended }: AppNoticeProps) {
  const [t, clients] = [useTranslations("apps"), useTranslations("clients")];
  const { id, name, isActive } = app;
  const texts = new Map([
    ["saved", t("savedNotice")],
    ["approved", clients("approvedNotice", { name })],
    ["overlap-ended", t("overlapEndedNotice")],
    ...(hasSecret(app) ? [] : [["registered", t("registeredNotice", { name })] as const]),
    isActive
      ? ["reactivated", t("reactivatedNotice", { name })]
      : ["deactivated", t("deactivatedNotice", { name, count: ended })],
  ]);
  const text = texts.get(done);
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {text ? <DoneNotice>{text}</DoneNotice> : null}
      {isActive ? null : (
        <Notice tone="warn">
          <p>{t("inactive")}</p>
          <form action={reactivate} className="mt-2">
            <input type="hidden" name="appId" value={id} />
            <SubmitButton look="plain" size="small">
              {t("reactivate")}
            </SubmitButton>
          </form>
        </Notice>
      )}
    </div>
  );
}

function AppFacts({ app }: { app: AppSummary }) {
  const t = useTranslations("apps");
  return (
    <FactList>
      <Fact name={t("facts.clientId")}>
        <Copyable text={app.clientId} label={t("facts.clientId")} />
      </Fact>
      <Fact name={t("facts.developer")}>{app.developerName}</Fact>
      <Fact name={t("facts.website")}>
        {app.websiteUrl === null ? (
          <span className="text-ink-3">{t("facts.noWebsite")}</span>
        ) : (
          <a
            href={app.websiteUrl}
            rel="noreferrer"
            target="_blank"
            className="inline-flex items-center gap-1.5 break-all underline underline-offset-4"
          >
            {app.websiteUrl}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        )}
      </Fact>
      <Fact name={t("facts.type")}>
        {t(`facts.${app.clientType === "confidential" && app.keys !== null ? "keys" : app.clientType}Hint`)}
      </Fact>
      <Fact name={t("facts.actor")}>{t(`facts.${app.actorType}Hint`)}</Fact>
      <Fact name={t("facts.grants")}>{t("grantCount", { count: app.liveGrants })}</Fact>
      <Fact name={t("facts.lastUsed")}>
        {app.lastUsedAt === null ? t("neverUsed") : <Ago value={app.lastUsedAt} />}
      </Fact>
      <Fact name={t("facts.created")}>
        <Time value={app.createdAt} /> <span className="text-ink-3">{t("by", { name: app.createdByName ?? "?" })}</span>
      </Fact>
      {app.updatedAt === app.createdAt ? null : (
        <Fact name={t("facts.updated")}>
          <Time value={app.updatedAt} />
        </Fact>
      )}
    </FactList>
  );
}

/** Ends a leaked secret at once, without another rotation. */
function EndOverlap({ appId }: { appId: string }) {
  const t = useTranslations("apps.secrets");
  return (
    <form action={endOverlapNow} className="mt-3">
      <input type="hidden" name="appId" value={appId} />
      <SubmitButton look="dangerPlain" size="small">
        {t("endNow")}
      </SubmitButton>
    </form>
  );
}

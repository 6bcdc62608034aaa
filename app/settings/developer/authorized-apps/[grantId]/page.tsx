import {
  Ban,
  CircleSlash,
  Copy,
  Handshake,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  RefreshCw,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { GRANTS_PATH, grantPath, pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { LastUseNotice } from "@/app/_ui/page/last-use-notice";
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
import { TimelineStep } from "@/app/_ui/shown/timeline-step";
import { type GrantSummary, readTimeline } from "@/lib/oauth/grants/grants-query";
import type { GrantEvent, TimelineEntry } from "@/lib/oauth/grants/timeline";
import { CallerActivity } from "../../_charts/caller-activity";
import { revoke } from "../actions";
import { AgentMark, GrantStatus } from "../grant-status";
import { requireGrant } from "../open-page";

export const generateMetadata = pageTitle("grants.detailTitle");

interface Props {
  params: Promise<{ grantId: string }>;
  searchParams: SearchParams;
}

export default renderPage("grant", async function AuthorizedAppPage({ params, searchParams }: Props) {
  const access = await requireGrant((await params).grantId);
  const [entries, t, query] = await Promise.all([readTimeline(access), getTranslations("grants"), searchParams]);
  const { grant } = access;
  return (
    <>
      {readText(query, "step") === "revoke" && grant.state === "active" ? <RevokeStep grant={grant} /> : null}
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
          <IconLink look="dangerPlain" icon={Trash2} href={pathOfStep(grantPath(grant.id), "revoke")} scroll={false}>
            {t("revoke.action")}
          </IconLink>
        ) : null}
      </PageHeader>
      {grant.endedAt ? <Answer grant={grant} endedAt={grant.endedAt} /> : null}
      <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-x-10 gap-y-9">
          <GrantFacts grant={grant} />
          <CallerActivity userId={access.userId} areaId={access.billingEntityId} credentialId={grant.app.id} />
          <Section id="scopes" title={grant.state === "active" ? t("scopes") : t("scopesEnded")}>
            {grant.app.isAgent ? (
              <div className="mb-4">
                <Notice>{t("agentNotice")}</Notice>
              </div>
            ) : null}
            {grant.scopes.length > 0 ? <ScopeList scopes={grant.scopes} /> : <p>{t("noScopes")}</p>}
          </Section>
        </div>
        <Timeline grant={grant} entries={entries} />
      </div>
    </>
  );
});

function RevokeStep({ grant: { id, app, lastUsedAt } }: { grant: GrantSummary }) {
  const t = useTranslations("grants.revoke");
  const ui = useTranslations("ui");
  return (
    <StepDialog backHref={grantPath(id)} title={t("heading", { name: app.name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice at={lastUsedAt} never={t("neverUsed")} used={(time) => t.rich("lastUsed", { time })} />
      <form action={revoke} className="flex flex-wrap gap-2">
        <input type="hidden" name="grantId" value={id} />
        <SubmitButton look="danger">{t("confirm")}</SubmitButton>
        <LinkButton href={grantPath(id)}>{ui("cancel")}</LinkButton>
      </form>
    </StepDialog>
  );
}

function Answer({ grant, endedAt }: { grant: GrantSummary; endedAt: string }) {
  const t = useTranslations("grants.answer");
  const cause = grant.state === "expired" ? "expired" : (grant.reason ?? "unknown");
  const next = cause === "refresh_reuse" || cause === "code_replay" || cause === "leaked" ? t(`${cause}_next`) : null;
  return (
    <section aria-labelledby="answer" className="card mb-6 flex gap-3.5 border-line-strong p-5">
      <LifeBuoy aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 max-w-prose">
        <h2 id="answer" className="font-semibold">
          {t("title")}
        </h2>
        <p className="mt-1 text-ink-2 text-pretty">{t.rich(cause, { time: () => <Time value={endedAt} /> })}</p>
        {grant.leakUrl === null ? null : (
          <p className="mt-2 text-ink-2">
            {t("foundAt")}{" "}
            <a
              href={grant.leakUrl}
              rel="noopener noreferrer nofollow"
              target="_blank"
              className="break-all underline underline-offset-4"
            >
              {grant.leakUrl}
            </a>
          </p>
        )}
        {next ? <p className="mt-2 text-ink-2 text-pretty">{next}</p> : null}
      </div>
    </section>
  );
}

function GrantFacts({ grant }: { grant: GrantSummary }) {
  const t = useTranslations("grants");
  const { app } = grant;
  return (
    <FactList>
      <Fact name={t("facts.app")}>
        {app.name} <span className="text-ink-3">{t("developer", { name: app.developerName })}</span>
      </Fact>
      {app.websiteUrl === null ? null : (
        <Fact name={t("facts.website")}>
          <a
            href={app.websiteUrl}
            rel="noreferrer"
            target="_blank"
            className="inline-flex min-h-6 items-center break-all underline underline-offset-4"
          >
            {app.websiteUrl}
          </a>
        </Fact>
      )}
      <Fact name={t("facts.context")}>{grant.organizationName ?? t("own")}</Fact>
      <Fact name={t("facts.granted")}>
        <Time value={grant.grantedAt} />
      </Fact>
      <Fact name={t("facts.lastUsed")}>
        {grant.lastUsedAt === null ? t("neverUsed") : <Ago value={grant.lastUsedAt} />}
      </Fact>
      <Fact name={grant.endedAt === null ? t("facts.expires") : t("facts.ended")}>
        <Time value={grant.endedAt ?? grant.expiresAt} />
      </Fact>
      <Fact name={t("facts.audience")}>
        <span className="font-mono break-all">{grant.audience}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <Copyable text={grant.id} label={t("facts.id")} />
      </Fact>
    </FactList>
  );
}

const ICONS: Record<GrantEvent, LucideIcon> = {
  approved: Handshake,
  issued: KeyRound,
  refreshed: RefreshCw,
  reused: TriangleAlert,
  code_replayed: Copy,
  revoked: Ban,
};

function Timeline({ grant, entries }: { grant: GrantSummary; entries: readonly TimelineEntry[] }) {
  const t = useTranslations("grants.timeline");
  return (
    <Section id="timeline" title={t("title")}>
      <ol className="grid gap-4 text-dense">
        {grant.state === "revoked" ? null : (
          <TimelineStep icon={CircleSlash} text={grant.state === "expired" ? t("expired") : t("willExpire")}>
            <Time value={grant.expiresAt} />
          </TimelineStep>
        )}
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} reason={grant.reason ?? "unknown"} />
        ))}
      </ol>
      {entries.length === 0 ? <p className="mt-4 text-dense text-ink-3">{t("empty")}</p> : null}
    </Section>
  );
}

function Entry({ entry, reason }: { entry: TimelineEntry; reason: NonNullable<GrantSummary["reason"]> | "unknown" }) {
  const t = useTranslations("grants.timeline");
  const { kind, at, since, count } = entry;
  const text =
    kind === "revoked" ? t(`revokedBy.${reason}`) : kind === "refreshed" ? t("refreshed", { count }) : t(kind);
  return (
    <TimelineStep icon={ICONS[kind]} text={text} isAlarming={kind === "reused" || kind === "code_replayed"}>
      {count > 1 ? (
        t.rich("between", { since: () => <Time value={since} />, until: () => <Time value={at} /> })
      ) : (
        <Time value={at} />
      )}
      <Place entry={entry} />
    </TimelineStep>
  );
}

function Place({ entry: { address, device, kind } }: { entry: TimelineEntry }) {
  const t = useTranslations("grants.timeline");
  if (address === null && device === null) {
    return kind === "revoked" ? null : <span className="block">{t("unknownPlace")}</span>;
  }
  const program = device
    ? device.system === null
      ? device.program
      : t("onSystem", { program: device.program, system: device.system })
    : null;
  return (
    <span className="block" title={device?.raw}>
      {[address === null ? null : t("from", { address }), program].filter((part) => part !== null).join(" · ")}
    </span>
  );
}

import { AppWindow, SquareTerminal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { GRANTS_PATH, grantPath, pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Ago } from "@/app/_ui/shown/ago";
import { DeviceRow } from "@/app/_ui/shown/device-row";
import { ScopeList } from "@/app/_ui/shown/scope-list";
import { Time } from "@/app/_ui/shown/time";
import { type CommandLineRow, listCommandLines } from "@/lib/accounts/queries";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type GrantSummary, listGrants } from "@/lib/oauth/grants/grants-query";
import { endCommandLine } from "./actions";
import { AgentMark, GrantStatus } from "./grant-status";

export const generateMetadata = pageTitle("grants.title");

export default async function AuthorizedAppsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(GRANTS_PATH);
  const [params, grants, sessions, t] = await Promise.all([
    searchParams,
    listGrants(user.id),
    listCommandLines(user.id),
    getTranslations("grants"),
  ]);
  const live = grants.filter(({ state }) => state === "active");
  const ended = grants.filter(({ state }) => state !== "active");
  const revoked = ended.find(({ id, reason }) => id === readText(params, "revoked") && reason === "user");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {revoked ? <DoneNotice className="mb-4">{t("revokedNotice", { name: revoked.app.name })}</DoneNotice> : null}
      {readText(params, "ended") === "device" ? <DoneNotice className="mb-4">{t("devices.ended")}</DoneNotice> : null}
      {grants.length === 0 ? <EmptyState icon={AppWindow} title={t("emptyTitle")} text={t("emptyText")} /> : null}
      {grants.length > 0 && live.length === 0 ? <p className="text-ink-2">{t("noneLive")}</p> : null}
      <div className="grid gap-4">
        {live.map((grant) => (
          <LiveGrant key={grant.id} grant={grant} />
        ))}
      </div>
      <CommandLines sessions={sessions} />
      {ended.length > 0 ? <EndedGrants grants={ended} /> : null}
    </>
  );
}

function LiveGrant({ grant }: { grant: GrantSummary }) {
  const t = useTranslations("grants");
  const { app } = grant;
  const titleId = `grant-${grant.id}`;
  return (
    <article aria-labelledby={titleId} className="card">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 id={titleId} className="flex flex-wrap items-center gap-2 font-semibold">
            {app.name}
            {app.isAgent ? <AgentMark /> : null}
            <GrantStatus state={grant.state} />
          </h2>
          <p className="text-dense text-ink-3">{t("developer", { name: app.developerName })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton size="small" href={grantPath(grant.id)} aria-label={t("reviewOf", { name: app.name })}>
            {t("review")}
          </LinkButton>
          <LinkButton
            size="small"
            look="dangerPlain"
            href={pathOfStep(grantPath(grant.id), "revoke")}
            aria-label={t("revoke.actionOf", { name: app.name })}
          >
            {t("revoke.action")}
          </LinkButton>
        </div>
      </div>
      <div className="grid gap-6 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        {grant.scopes.length > 0 ? (
          <ScopeList scopes={grant.scopes} />
        ) : (
          <p className="text-dense text-ink-2">{t("noScopes")}</p>
        )}
        <dl className="grid h-fit gap-3 text-dense">
          <Item name={t("facts.context")}>{grant.organizationName ?? t("own")}</Item>
          <Item name={t("facts.granted")}>
            <Time value={grant.grantedAt} style="date" />
          </Item>
          <Item name={t("facts.lastUsed")}>
            {grant.lastUsedAt === null ? t("neverUsed") : <Ago value={grant.lastUsedAt} />}
          </Item>
          <Item name={t("facts.expires")}>
            <Time value={grant.expiresAt} style="date" />
          </Item>
        </dl>
      </div>
    </article>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EndedGrants({ grants }: { grants: readonly GrantSummary[] }) {
  const t = useTranslations("grants");
  return (
    <section aria-labelledby="ended" className="mt-8">
      <h2 id="ended" className="text-dense font-medium text-ink-2">
        {t("ended")}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line text-dense text-ink-2">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-40 flex-1">
              {grant.app.name}{" "}
              <span className="text-ink-3">
                {t("developer", { name: grant.app.developerName })} · {grant.organizationName ?? t("own")}
              </span>
            </span>
            <span className="text-ink-3">{grant.endedAt ? <Time value={grant.endedAt} style="date" /> : null}</span>
            <GrantStatus state={grant.state} />
            <Link
              href={grantPath(grant.id)}
              aria-label={t("whyOf", { name: grant.app.name })}
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
            >
              {t("why")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Command lines in which the person is signed in. Ending one ends its token at once. */
function CommandLines({ sessions }: { sessions: readonly CommandLineRow[] }) {
  const t = useTranslations("grants.devices");
  return (
    <section aria-labelledby="devices" className="mt-8">
      <h2 id="devices" className="text-lg font-semibold tracking-tight">
        {t("title")}
      </h2>
      <p className="mt-1 text-dense text-ink-2">{t("description")}</p>
      {sessions.length === 0 ? (
        <p className="mt-3 border-y border-line py-3 text-dense text-ink-2">
          {t.rich("empty", { command: (text) => <code className="font-mono">{text}</code> })}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Device({ session }: { session: CommandLineRow }) {
  const t = useTranslations("grants.devices");
  const { id, deviceName, place, userAgent, createdAt, lastUsedAt, expiresAt } = session;
  const name = deviceName ?? "";
  return (
    <DeviceRow
      sessionId={id}
      name={
        <>
          <SquareTerminal aria-hidden className="size-4 shrink-0 text-ink-3" />
          {name}
        </>
      }
      facts={
        <>
          <span>{place ?? t("unknownPlace")}</span>
          {userAgent === null ? null : <span>{userAgent}</span>}
          <span>{t.rich("since", { time: () => <Time value={createdAt.toISOString()} /> })}</span>
          <span>{t.rich("lastUsed", { time: () => <Ago value={lastUsedAt.toISOString()} /> })}</span>
          <span>{t.rich("until", { time: () => <Time value={expiresAt.toISOString()} style="date" /> })}</span>
        </>
      }
      end={{ action: endCommandLine, text: t("end"), label: t("endName", { device: name }) }}
    />
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/button";
import { ScopeList } from "@/app/_ui/scope-list";
import { Time } from "@/app/_ui/time";
import type { GrantSummary } from "@/lib/oauth/grant";
import { AgentMark, GrantStatus } from "./grant-status";
import { grantPath } from "./paths";

/** An active grant with all its permissions, visible without opening a page. */
export function LiveGrant({ grant, now }: { grant: GrantSummary; now: string }) {
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
          <LinkButton size="small" href={grantPath(grant.id)} aria-label={`${t("review")}: ${app.name}`}>
            {t("review")}
          </LinkButton>
          <LinkButton
            size="small"
            look="dangerPlain"
            href={`${grantPath(grant.id)}/revoke`}
            aria-label={`${t("revoke.action")}: ${app.name}`}
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
            {grant.lastUsedAt === null ? t("neverUsed") : <Time value={grant.lastUsedAt} style="relative" now={now} />}
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

import { ArrowLeftRight, Bot, Wrench } from "lucide-react";
import Link from "next/link";
import { getFormatter, getTranslations } from "next-intl/server";
import { DecisionButtons } from "@/app/_ui/form/decision-buttons";
import { Radio } from "@/app/_ui/form/input";
import { AccountLine } from "@/app/_ui/page/account-line";
import { Logo } from "@/app/_ui/page/logo";
import { Notice } from "@/app/_ui/page/notice";
import { Avatar } from "@/app/_ui/shown/avatar";
import { ScopeList } from "@/app/_ui/shown/scope-list";
import type { Scope } from "@/lib/access/scopes";
import { requireSession } from "@/lib/accounts/sessions/session";
import { clientHost, isClientUrl } from "@/lib/oauth/client-documents/client-url";
import { consentPath } from "@/lib/oauth/server/authorization";
import type { AuthorizationRequest } from "@/lib/oauth/server/authorization-request";
import { chooseContext } from "@/lib/oauth/server/choose-context";
import {
  type EarlierConsent,
  findEarlierConsent,
  type GrantContext,
  listGrantContexts,
} from "@/lib/oauth/server/consent-query";
import type { Client } from "@/lib/oauth/server/find-client";
import { writeTicket } from "@/lib/oauth/server/sealed-request";
import { now } from "@/lib/platform/clock";
import { REFRESH_TOKEN_LIFETIME_MS } from "@/lib/platform/limits";
import { switchAccount } from "./actions";
import type { ConsentProblem } from "./problem";

interface ConsentFormProps {
  app: Client;
  request: AuthorizationRequest;
  sealed: string;
  problem: ConsentProblem | null;
}

const DECISION = "/oauth/consent/decision";

/** A plain form that works without a script, which only keeps a double click from submitting it twice. */
export async function ConsentForm({ app, request, sealed, problem }: ConsentFormProps) {
  const { id: sessionId, user } = await requireSession(consentPath(sealed));
  const [contexts, earlier, t] = await Promise.all([
    listGrantContexts(user.id),
    findEarlierConsent(user.id, app.id),
    getTranslations("consent"),
  ]);
  return (
    <>
      <AppIntroduction app={app} />
      {problem ? <Notice tone="warn">{t(`problems.${problem}`)}</Notice> : null}
      <div className="card divide-y divide-line">
        <AccountLine
          text={t("account", { name: user.name, email: user.email })}
          switchText={t("notYou")}
          switchAccount={switchAccount}
          sealed={sealed}
        />
        <form action={DECISION} method="post" className="divide-y divide-line" data-submit-once>
          <input type="hidden" name="request" value={sealed} />
          <input type="hidden" name="ticket" value={writeTicket(sessionId, sealed)} />
          <Capacity app={app} request={request} />
          <ContextChoice contexts={contexts} earlier={earlier} />
          <AskedScopes scopes={request.scopes} earlier={earlier} />
          <div className="px-5 py-4">
            <Consequences request={request} />
          </div>
          <div className="sticky bottom-0 z-10 rounded-b-card bg-surface px-5 py-3">
            <DecisionButtons deny={t("deny")} approve={t("approve")} />
          </div>
        </form>
      </div>
    </>
  );
}

async function AppIntroduction({ app }: { app: Client }) {
  const t = await getTranslations("consent");
  return (
    <div>
      <Marks app={app.name} />
      <h1 className="text-xl font-semibold tracking-tight text-balance">{t("heading", { app: app.name })}</h1>
      <p className="mt-1 text-ink-2">
        {t("by", { developer: app.developerName })}
        {app.websiteUrl && URL.canParse(app.websiteUrl) ? (
          <>
            {" · "}
            <a
              href={app.websiteUrl}
              rel="noreferrer noopener"
              target="_blank"
              className="text-accent underline underline-offset-2"
            >
              {new URL(app.websiteUrl).host}
            </a>
          </>
        ) : null}
      </p>
      {isClientUrl(app.clientId) ? (
        <p className="mt-1 text-dense text-ink-2">
          {t.rich("identified", {
            host: () => (
              <strong className="font-mono font-medium break-all text-ink">{clientHost(app.clientId)}</strong>
            ),
          })}
        </p>
      ) : null}
    </div>
  );
}

/**
 * The app beside the service. Its mark is drawn from its name: a picture that an app chooses could be that of another one,
 * and loading it would tell the app's host who is here.
 */
function Marks({ app }: { app: string }) {
  return (
    <div aria-hidden className="mb-4 flex items-center gap-3">
      <Avatar name={app} className="size-11! rounded-[0.625rem]! border border-line bg-surface! text-lg! text-ink!" />
      <ArrowLeftRight className="size-4 text-ink-3" />
      <Logo className="size-11" />
    </div>
  );
}

async function Capacity({ app, request }: Pick<ConsentFormProps, "app" | "request">) {
  const t = await getTranslations("consent");
  if (!app.isAgent && request.audience === "api") return null;
  return (
    <div className="grid gap-2 px-5 py-3 text-dense">
      {app.isAgent ? (
        <p className="flex gap-2.5">
          <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          {t("agent", { app: app.name })}
        </p>
      ) : null}
      {request.audience === "mcp" ? (
        <p className="flex gap-2.5">
          <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          {t("mcp")}
        </p>
      ) : null}
    </div>
  );
}

async function ContextChoice({ contexts, earlier }: { contexts: GrantContext[]; earlier: EarlierConsent }) {
  const [t, format] = await Promise.all([getTranslations("consent"), getFormatter()]);
  const preselected = chooseContext(contexts, {
    ofApp: earlier.contexts.map(({ billingEntityId }) => billingEntityId),
    ofOthers: earlier.contextsOfOthers,
  });
  const connectedSince = (context: GrantContext) =>
    earlier.contexts.findLast(({ billingEntityId }) => billingEntityId === context.billingEntityId)?.grantedAt;
  return (
    <fieldset className="px-5 py-4" aria-describedby="context-hint">
      <legend className="float-start mb-2 text-dense font-medium">{t("contextLegend")}</legend>
      <div className="clear-start grid gap-2">
        {contexts.map((context) => {
          const since = connectedSince(context);
          const isOwn = context.kind === "individual";
          return (
            <label
              key={context.billingEntityId}
              className="flex items-center gap-2.5 rounded-control border border-line px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50"
            >
              <Radio
                name="context"
                value={context.billingEntityId}
                defaultChecked={context.billingEntityId === preselected}
                required
                className="scroll-mb-28"
              />
              <span className="min-w-0 flex-1">
                <span className="font-medium">{isOwn ? t("own") : context.name}</span>
                <span className="block text-xs text-ink-2">
                  {isOwn ? context.name : t("organization")}
                  {since ? ` · ${t("connected", { date: format.dateTime(since, { dateStyle: "medium" }) })}` : ""}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      <p id="context-hint" className="mt-2 text-xs text-ink-2">
        {t("contextHint")}
      </p>
    </fieldset>
  );
}

async function AskedScopes({ scopes, earlier }: { scopes: Scope[]; earlier: EarlierConsent }) {
  const t = await getTranslations("consent");
  const fresh = scopes.filter((scope) => !earlier.scopes.has(scope));
  const known = scopes.filter((scope) => earlier.scopes.has(scope));
  const isFirst = earlier.scopes.size === 0;
  return (
    <div className="grid gap-4 px-5 py-4">
      {fresh.length > 0 ? (
        <section>
          <h2 className="mb-2.5 text-dense font-semibold">{t(isFirst ? "scopesHeading" : "newHeading")}</h2>
          <ScopeList scopes={fresh} />
        </section>
      ) : (
        <p className="text-dense text-ink-2">{t("nothingNew")}</p>
      )}
      {known.length > 0 ? (
        <section>
          <h2 className="mb-2.5 text-dense font-semibold text-ink-2">{t("grantedHeading")}</h2>
          <ScopeList scopes={known} />
        </section>
      ) : null}
    </div>
  );
}

async function Consequences({ request }: Pick<ConsentFormProps, "request">) {
  const [t, format] = await Promise.all([getTranslations("consent"), getFormatter()]);
  const until = new Date(now().getTime() + REFRESH_TOKEN_LIFETIME_MS);
  return (
    <div className="grid gap-1.5 text-dense text-ink-2">
      <p>
        {t.rich("duration", {
          date: format.dateTime(until, { dateStyle: "long" }),
          link: (text) => (
            <Link
              href="/settings/developer/authorized-apps"
              target="_blank"
              className="text-accent underline underline-offset-2"
            >
              {text}
            </Link>
          ),
        })}
      </p>
      <p>
        {t.rich("returnTo", {
          host: () => (
            <strong className="inline-block font-mono font-medium break-all text-ink">
              {new URL(request.redirectUri).host}
            </strong>
          ),
        })}
      </p>
    </div>
  );
}

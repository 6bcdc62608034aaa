import { Bot, Wrench } from "lucide-react";
import Link from "next/link";
import { getFormatter, getTranslations } from "next-intl/server";
import { Button } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import type { AuthorizationRequest } from "@/lib/oauth/authorization-request";
import type { EarlierConsent, GrantContext } from "@/lib/oauth/consent-query";
import type { Client } from "@/lib/oauth/find-client";
import { now } from "@/lib/platform/clock";
import { REFRESH_TOKEN_LIFETIME_MS } from "@/lib/platform/limits";
import { switchAccount } from "./actions";
import { AskedScopes } from "./asked-scopes";
import { ContextChoice } from "./context-choice";
import type { ConsentProblem } from "./problem";
import { SubmitOnce } from "./submit-once";

interface ConsentFormProps {
  app: Client;
  request: AuthorizationRequest;
  sealed: string;
  problem: ConsentProblem | null;
  user: { name: string; email: string };
  contexts: GrantContext[];
  earlier: EarlierConsent;
  ticket: string;
}

const DECISION = "/oauth/consent/decision";
const CHOICE = "h-10 border-line-strong";

/** A plain form that works without JavaScript, which only keeps a double click from submitting it twice. */
export async function ConsentForm({
  app,
  request,
  sealed,
  problem,
  user,
  contexts,
  earlier,
  ticket,
}: ConsentFormProps) {
  const t = await getTranslations("consent");
  return (
    <>
      <AppIntroduction app={app} />
      {problem ? <Notice tone="warn">{t(`problems.${problem}`)}</Notice> : null}
      <div className="card divide-y divide-line">
        <form action={switchAccount} className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-3">
          <input type="hidden" name="request" value={sealed} />
          <p className="min-w-0 wrap-anywhere text-dense text-ink-2">
            {t("account", { name: user.name, email: user.email })}
          </p>
          <button
            type="submit"
            className="min-h-6 rounded-control text-dense font-medium text-accent underline underline-offset-2"
          >
            {t("notYou")}
          </button>
        </form>
        <SubmitOnce action={DECISION} method="post" className="divide-y divide-line">
          <input type="hidden" name="request" value={sealed} />
          <input type="hidden" name="ticket" value={ticket} />
          <Capacity app={app} request={request} />
          <ContextChoice contexts={contexts} earlier={earlier} />
          <AskedScopes scopes={request.scopes} earlier={earlier} />
          <div className="grid gap-4 px-5 py-4">
            <Consequences request={request} />
            <div className="grid grid-cols-2 gap-3">
              <Button type="submit" name="decision" value="deny" className={CHOICE}>
                {t("deny")}
              </Button>
              <Button type="submit" name="decision" value="approve" className={CHOICE}>
                {t("approve")}
              </Button>
            </div>
          </div>
        </SubmitOnce>
      </div>
    </>
  );
}

async function AppIntroduction({ app }: { app: Client }) {
  const t = await getTranslations("consent");
  return (
    <div>
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
    </div>
  );
}

/** Says when the app acts as an agent or uses the tool endpoint. A plain API app needs no note. */
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

import { Check, CircleDashed, CircleSlash, Hourglass, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { CONNECT_AGENT_PATH } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { CodeBlock } from "@/app/_ui/shown/code-block";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { TOOL_SCOPES } from "@/lib/agents/mcp/tools";
import type { ClientState } from "@/lib/oauth/client-documents/request-client";
import { askForClient } from "./actions";
import { CLIENT_ID, CLIENT_KEYS, type ClientKey, describeClient } from "./clients";
import { type Connection, nameProgress } from "./connection";

interface SetupPanelProps {
  chosen: ClientKey;
  baseUrl: string;
  connection: Connection;
  reviewPath: string | null;
}

export async function SetupPanel({ chosen, baseUrl, connection, reviewPath }: SetupPanelProps) {
  const [t, client] = await Promise.all([
    getTranslations("connectAgent.setup"),
    getTranslations("connectAgent.client"),
  ]);
  const { clientId, callbackPort } = connection;
  const setup = describeClient(chosen, { baseUrl, scopes: TOOL_SCOPES, clientId, callbackPort });
  return (
    <Section id="setup" title={t("title")}>
      <div className="grid gap-4 text-dense">
        <nav aria-label={t("choose")} className="flex flex-wrap gap-1.5">
          {CLIENT_KEYS.map((key) => (
            <Link
              key={key}
              href={`?client=${key}`}
              scroll={false}
              aria-current={key === chosen ? "page" : undefined}
              className={joinClasses(
                "rounded-control border px-2.5 py-1 font-medium",
                key === chosen ? "border-accent text-accent" : "border-line text-ink-2 hover:bg-muted",
              )}
            >
              {t(`clients.${key}`)}
            </Link>
          ))}
        </nav>
        {connection.state === null || connection.documentUrl === null ? (
          <ByHand redirectUris={setup.redirectUris} hasApp={clientId !== null} />
        ) : (
          <Approval state={connection.state} url={connection.documentUrl} reviewPath={reviewPath} />
        )}
        <p className="text-ink-2 text-pretty">{t(`where.${chosen}`)}</p>
        {setup.addLink === null ? null : (
          <div>
            <LinkButton look="primary" href={setup.addLink}>
              {client("add", { client: t(`clients.${chosen}`) })}
            </LinkButton>
          </div>
        )}
        <CodeBlock
          label={t("code", { client: t(`clients.${chosen}`) })}
          code={setup.code}
          language={setup.code.startsWith("{") ? "json" : "bash"}
        />
        <FirstCall chosen={chosen} connection={connection} />
      </div>
    </Section>
  );
}

async function ByHand({ redirectUris, hasApp }: { redirectUris: readonly string[]; hasApp: boolean }) {
  const [t, client] = await Promise.all([
    getTranslations("connectAgent.setup"),
    getTranslations("connectAgent.client"),
  ]);
  return (
    <>
      <p className="text-ink-2 text-pretty">
        {hasApp ? client("registered") : t("register", { placeholder: CLIENT_ID })}
      </p>
      {redirectUris.length > 0 ? (
        <ul className="grid gap-1">
          {redirectUris.map((uri) => (
            <li key={uri}>
              <Copyable text={uri} label={t("redirectUri")} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2 text-pretty">{t("redirectOther")}</p>
      )}
    </>
  );
}

const LOOKS: Record<ClientState, { tone: Tone; icon: LucideIcon }> = {
  unknown: { tone: "neutral", icon: CircleDashed },
  waiting: { tone: "warn", icon: Hourglass },
  asked: { tone: "warn", icon: Hourglass },
  approved: { tone: "good", icon: Check },
  refused: { tone: "bad", icon: CircleSlash },
};

interface ApprovalProps {
  state: ClientState;
  url: string;
  reviewPath: string | null;
}

export async function Approval({ state, url, reviewPath }: ApprovalProps) {
  const t = await getTranslations("connectAgent.client");
  const mayAsk = state === "unknown" || state === "waiting";
  return (
    <div className="grid gap-3 rounded-control border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t("status")}</span>
        <Status {...LOOKS[state]}>{t(`states.${state}`)}</Status>
      </div>
      <p className="text-ink-2 text-pretty">{t(`stateTexts.${state}`)}</p>
      <Copyable text={url} label={t("documentUrl")} />
      {reviewPath !== null && state !== "approved" ? (
        <div>
          <LinkButton href={reviewPath}>{t("review")}</LinkButton>
        </div>
      ) : null}
      {reviewPath === null && mayAsk ? (
        <PlainForm action={askForClient} hidden={{ url }} failed={t("askFailed")}>
          <SubmitButton look="plain">{t("ask")}</SubmitButton>
        </PlainForm>
      ) : null}
    </div>
  );
}

/** The proof that it works. Without a script a reload shows it. */
async function FirstCall({ chosen, connection }: { chosen: ClientKey; connection: Connection }) {
  const t = await getTranslations("connectAgent.client");
  const { state, call } = connection;
  const isUndecided = state !== null && state !== "approved";
  return (
    <section aria-label={t("firstCall")}>
      {call ? (
        <Notice tone="good">
          {t("called", { tool: call.tool })} · <Ago value={call.at} />
        </Notice>
      ) : null}
      <PageWatch
        path={`${CONNECT_AGENT_PATH}/pulse?client=${chosen}`}
        fingerprint={nameProgress(connection)}
        isMoving={call === null}
        moving={t(isUndecided ? "waitingApproval" : "waitingCall")}
        updated={call ? t("called", { tool: call.tool }) : t("updated")}
      />
      {call ? null : <noscript>{t("withoutScript")}</noscript>}
    </section>
  );
}

import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CONNECT_AGENT_PATH } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { requireSession } from "@/lib/accounts/sessions/session";
import { TOOLS } from "@/lib/agents/mcp/tools";
import { env, isProductionService } from "@/lib/platform/env";
import { TOOL_CALL_BURST_PER_MINUTE, UNITS } from "@/lib/platform/limits";
import { findClientKey, findReviewPath } from "./clients";
import { readConnection } from "./connection";
import { SetupPanel } from "./setup-panel";

export const generateMetadata = pageTitle("connectAgent.title");

export default async function ConnectAgentPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(CONNECT_AGENT_PATH);
  const [params, t] = await Promise.all([searchParams, getTranslations("connectAgent")]);
  const chosen = findClientKey(readText(params, "client"));
  const connection = await readConnection(user.id, chosen);
  const baseUrl = env().SVC_BASE_URL;
  const url = `${baseUrl}/mcp`;
  return (
    <>
      <PageHeader title={t("title")} />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-9">
        <SetupPanel
          chosen={chosen}
          baseUrl={baseUrl}
          connection={connection}
          reviewPath={findReviewPath(user, connection.documentUrl)}
        />
        <EndpointFacts url={url} />
        <Section id="safety" title={t("safety.title")}>
          <ul className="grid list-disc gap-1.5 ps-4 text-dense text-ink-2 text-pretty">
            {(["person", "data", "agents"] as const).map((rule) => (
              <li key={rule}>{t(`safety.${rule}`)}</li>
            ))}
          </ul>
        </Section>
        <ToolList />
        <TryPanel url={url} hasDemo={!isProductionService()} />
      </div>
    </>
  );
}

function EndpointFacts({ url }: { url: string }) {
  const t = useTranslations("connectAgent.endpoint");
  const limits = { limit: TOOL_CALL_BURST_PER_MINUTE, read: UNITS.toolRead, write: UNITS.toolWrite };
  return (
    <section aria-label={t("title")}>
      <FactList>
        <Fact name={t("address")}>
          <Copyable text={url} label={t("address")} />
        </Fact>
        <Fact name={t("transport")}>{t("transportValue")}</Fact>
        <Fact name={t("audience")}>{t("audienceText")}</Fact>
        <Fact name={t("scopes")}>{t("scopesText")}</Fact>
        <Fact name={t("limits")}>{t("limitsText", limits)}</Fact>
      </FactList>
    </section>
  );
}

function ToolList() {
  const t = useTranslations("connectAgent.tools");
  return (
    <Section id="tools" title={t("title")}>
      <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
      <ul className="mt-3 divide-y divide-line text-dense">
        {TOOLS.map(({ name, endpoint, units }) => (
          <li key={name} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[1fr_auto]">
            <span className="min-w-0">
              <span className="font-mono font-medium break-all">{name}</span>
              <span className="block text-ink-2">{t(`words.${name}`)}</span>
            </span>
            <span className="text-ink-2 sm:text-end">
              <span className="block font-mono text-xs">{endpoint.scope}</span>
              {t(endpoint.kind === "write" ? "writes" : "reads")} · {t("units", { count: units })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TOKEN_COMMAND =
  'TOKEN=$(npm run -s svc -- token --user owner --scopes "mcp:tools me:read rooms:read" --audience mcp)';

function TryPanel({ url, hasDemo }: { url: string; hasDemo: boolean }) {
  const t = useTranslations("connectAgent.try");
  return (
    <Section id="try" title={t("title")}>
      <div className="grid gap-3 text-dense">
        {hasDemo ? (
          <>
            <p className="text-ink-2 text-pretty">{t("tokenText")}</p>
            <CodeSample language="bash" label={t("token")} code={TOKEN_COMMAND} />
          </>
        ) : (
          <p className="text-ink-2 text-pretty">{t("tokenProduction", { url })}</p>
        )}
        <CodeSample language="bash" label={t("list")} code={writeCurl(url, { method: "tools/list" })} />
        <CodeSample
          language="bash"
          label={t("call")}
          code={writeCurl(url, { method: "tools/call", params: { name: "list_rooms", arguments: { limit: 5 } } })}
        />
      </div>
    </Section>
  );
}

function writeCurl(url: string, message: object): string {
  return [
    `curl ${url}`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-d '${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}'`,
  ].join(" \\\n  ");
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { Panel } from "@/app/_ui/panel";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { TOOL_SCOPES } from "@/lib/mcp/tools";
import { env, isProductionService } from "@/lib/platform/env";
import { ClientPanel } from "./client-panel";
import { findClientKey } from "./clients";
import { EndpointFacts } from "./endpoint-facts";
import { ToolList } from "./tool-list";
import { TryPanel } from "./try-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connectAgent"))("title") };
}

export default async function ConnectAgentPage({ searchParams }: { searchParams: SearchParams }) {
  await requireSession("/settings/developer/connect-agent");
  const [params, t] = await Promise.all([searchParams, getTranslations("connectAgent")]);
  const baseUrl = env().SVC_BASE_URL;
  const url = `${baseUrl}/mcp`;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
        <EndpointFacts url={url} />
        <Panel id="safety" title={t("safety.title")}>
          <ul className="grid list-disc gap-1.5 pl-4 text-dense text-ink-2 text-pretty">
            {(["person", "data", "agents"] as const).map((rule) => (
              <li key={rule}>{t(`safety.${rule}`)}</li>
            ))}
          </ul>
        </Panel>
        <ClientPanel chosen={findClientKey(readText(params, "client"))} baseUrl={baseUrl} scopes={TOOL_SCOPES} />
        <ToolList />
        <TryPanel url={url} hasDemo={!isProductionService()} />
      </div>
    </>
  );
}

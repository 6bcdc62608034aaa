import { Bot, SearchX } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { PageWatch } from "@/app/_ui/page-watch";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import type { ListedRun } from "@/lib/agent-runs/queries";
import { readRunQuery } from "@/lib/agent-runs/run-filter";
import { type Connector, listConnectors } from "@/lib/connectors/queries";
import { now } from "@/lib/platform/clock";
import { CONNECTORS_PATH, RUNS_PATH } from "../connectors/paths";
import { writeRunQuery } from "./paths";
import { readRuns } from "./read-runs";
import { RunFilters } from "./run-filters";
import { RunTable } from "./run-table";

export const generateMetadata = pageTitle("agentRuns.title");

export default async function AgentRunsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(RUNS_PATH);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("agentRuns")]);
  const [query, after] = [readRunQuery((name) => readText(params, name)), readText(params, "after")];
  const [page, connectors] = await Promise.all([readRuns(user.id, query, after), listConnectors(owners)]);
  const choices = listFilterChoices(connectors, page.runs);
  const address = writeRunQuery(query);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <RunFilters query={query} {...choices} />
      {after === "" ? (
        <PageWatch
          path={`${RUNS_PATH}/pulse${address}`}
          fingerprint={page.fingerprint}
          isMoving={page.isMoving}
          moving={t("watch.listMoving")}
          updated={t("watch.updated")}
        />
      ) : null}
      {page.runs.length > 0 ? (
        <RunTable runs={page.runs} now={now().toISOString()} />
      ) : address !== "" || after !== "" ? (
        <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
      ) : (
        <EmptyState icon={Bot} title={t("emptyTitle")} text={t("emptyText")}>
          <LinkButton look="primary" href={connectors.length > 0 ? CONNECTORS_PATH : `${CONNECTORS_PATH}/new`}>
            {t(connectors.length > 0 ? "toConnectors" : "createConnector")}
          </LinkButton>
        </EmptyState>
      )}
      <nav aria-label={t("pages")} className="mt-4 flex gap-4 text-dense empty:hidden">
        {after === "" ? null : (
          <Link href={`${RUNS_PATH}${address}`} className="underline underline-offset-4">
            {t("newest")}
          </Link>
        )}
        {page.nextCursor ? (
          <Link href={`${RUNS_PATH}${writeRunQuery(query, page.nextCursor)}`} className="underline underline-offset-4">
            {t("older")}
          </Link>
        ) : null}
      </nav>
    </>
  );
}

interface Named {
  id: string;
  name: string;
}

const byName = (names: ReadonlyMap<string, string>): Named[] =>
  [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));

/** Filter options: the connectors that this person manages, and those that the shown runs name. */
function listFilterChoices(
  connectors: readonly Connector[],
  runs: readonly ListedRun[],
): { connectors: Named[]; rooms: Named[] } {
  const [names, rooms] = [new Map<string, string>(), new Map<string, string>()];
  for (const { connectorId, connectorName, roomId, roomName } of runs) {
    names.set(connectorId, connectorName);
    if (roomId !== null && roomName !== null) rooms.set(roomId, roomName);
  }
  for (const connector of connectors) {
    names.set(connector.id, connector.name);
    for (const { id, name } of connector.rooms) if (name !== null) rooms.set(id, name);
  }
  return { connectors: byName(names), rooms: byName(rooms) };
}

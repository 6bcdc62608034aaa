import { Bot, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CONNECTORS_PATH, RUNS_PATH, runPath, writeQuery } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { orNull } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { ACTION_NAMES } from "@/lib/agents/connectors/connector";
import { type Connector, listConnectors } from "@/lib/agents/connectors/queries";
import { type ListedRun, type RunDetail, readRun } from "@/lib/agents/runs/queries";
import { isOver, RUN_STATES } from "@/lib/agents/runs/run";
import { type RunQuery, readRunQuery } from "@/lib/agents/runs/run-filter";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { readRuns } from "./read-runs";
import { CancelForm } from "./run-controls";
import { RunFacts } from "./run-facts";
import { RunReason, RunStatus, RunSteps } from "./run-steps";
import { RunTable } from "./run-table";

export const generateMetadata = pageTitle("agentRuns.title");

export default async function AgentRunsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(RUNS_PATH);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("agentRuns")]);
  const [query, after] = [readRunQuery((name) => readText(params, name)), readText(params, "after")];
  const [page, opened, connectors] = await Promise.all([
    readRuns(user.id, query, after),
    orNull(readRun(user.id, readText(params, "open"))),
    listConnectors(owners),
  ]);
  const address = writeQuery({ ...query });
  const here = { ...query, after };
  return (
    <>
      <ListHeader title={t("title")}>
        {after === "" ? (
          <PageWatch
            path={`${RUNS_PATH}/pulse${address}`}
            fingerprint={page.fingerprint}
            isMoving={page.isMoving}
            moving={t("watch.listMoving")}
            updated={t("watch.updated")}
          />
        ) : null}
      </ListHeader>
      <ListPane
        tools={<RunFilters query={query} connectors={connectors} runs={page.runs} />}
        list={
          page.runs.length > 0 ? (
            <RunTable
              runs={page.runs}
              openedId={opened?.id ?? null}
              hrefOf={({ id }) => `${RUNS_PATH}${writeQuery({ ...here, open: id })}`}
            />
          ) : (
            <NoRuns isFiltered={address !== "" || after !== ""} hasConnectors={connectors.length > 0} />
          )
        }
        pane={
          opened && {
            id: opened.id,
            title: t(`actions.${opened.action}`),
            label: t("pane.label"),
            closeLabel: t("pane.close"),
            closePath: `${RUNS_PATH}${writeQuery(here)}`,
            children: <RunPane run={opened} />,
          }
        }
      />
      <PageLinks
        label={t("pages")}
        newest={after === "" ? null : `${RUNS_PATH}${address}`}
        older={page.nextCursor && `${RUNS_PATH}${writeQuery({ ...query, after: page.nextCursor })}`}
      />
    </>
  );
}

function NoRuns({ isFiltered, hasConnectors }: { isFiltered: boolean; hasConnectors: boolean }) {
  const t = useTranslations("agentRuns");
  if (isFiltered) return <EmptyState icon={SearchX} title={t("noMatchTitle")} />;
  return (
    <EmptyState icon={Bot} title={t("emptyTitle")} text={t("emptyText")}>
      <LinkButton look="primary" href={hasConnectors ? CONNECTORS_PATH : `${CONNECTORS_PATH}/new`}>
        {t(hasConnectors ? "toConnectors" : "createConnector")}
      </LinkButton>
    </EmptyState>
  );
}

interface RunFiltersProps {
  query: RunQuery;
  connectors: readonly Connector[];
  runs: readonly ListedRun[];
}

function RunFilters({ query, connectors, runs }: RunFiltersProps) {
  const t = useTranslations("agentRunForms.filters");
  const words = useTranslations("agentRunForms");
  const choices = listFilterChoices(connectors, runs);
  const setCount = Object.values(query).filter(Boolean).length;
  return (
    <FilterForm
      key={JSON.stringify(query)}
      path={RUNS_PATH}
      label={t("label")}
      isFiltered={setCount > 0}
      setCount={setCount}
    >
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={query.state}
        all={t("allStates")}
        options={RUN_STATES.map((state) => [state, words(`states.${state}`)])}
      />
      <ChoiceSelect
        name="action"
        label={t("action")}
        value={query.action}
        all={t("allActions")}
        options={ACTION_NAMES.map((action) => [action, words(`actions.${action}`)])}
      />
      <ChoiceSelect
        name="connector"
        label={t("connector")}
        value={query.connector}
        all={t("allConnectors")}
        options={choices.connectors}
      />
      <ChoiceSelect name="room" label={t("room")} value={query.room} all={t("allRooms")} options={choices.rooms} />
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        all={t("anyTime")}
        options={TIME_SPANS.map((span) => [span, t(`spans.${span}`)])}
      />
    </FilterForm>
  );
}

function listFilterChoices(connectors: readonly Connector[], runs: readonly ListedRun[]) {
  const [names, rooms] = [new Map<string, string>(), new Map<string, string>()];
  for (const { connectorId, connectorName, roomId, roomName } of runs) {
    names.set(connectorId, connectorName);
    if (roomId !== null && roomName !== null) rooms.set(roomId, roomName);
  }
  for (const connector of connectors) {
    names.set(connector.id, connector.name);
    for (const { id, name } of connector.rooms) if (name !== null) rooms.set(id, name);
  }
  const sort = (options: Map<string, string>) => [...options].toSorted(([, a], [, b]) => a.localeCompare(b));
  return { connectors: sort(names), rooms: sort(rooms) };
}

function RunPane({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns");
  const action = t(`actions.${run.action}`);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <RunStatus state={run.state} />
        <LinkButton size="small" href={runPath(run.id)}>
          {t("pane.page")}
        </LinkButton>
        {isOver(run.state) ? null : (
          <CancelForm run={run} size="small" returnTo="list" label={t("cancelOf", { action })} />
        )}
      </div>
      {run.reason ? <RunReason reason={run.reason} /> : null}
      <section className="grid grid-cols-1 gap-3">
        <h3 className="text-dense font-semibold">{t("stepsTitle")}</h3>
        <RunSteps steps={run.steps} />
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-dense font-semibold">{t("pane.facts")}</h3>
        <RunFacts run={run} />
      </section>
    </div>
  );
}

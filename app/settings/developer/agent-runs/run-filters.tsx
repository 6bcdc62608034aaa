"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { RUN_STATES } from "@/lib/agent-runs/run";
import { RUN_SPANS, type RunQuery } from "@/lib/agent-runs/run-filter";
import { ACTION_NAMES } from "@/lib/connectors/connector";
import { RUNS_PATH } from "../connectors/paths";

interface Named {
  id: string;
  name: string;
}

interface RunFiltersProps {
  query: RunQuery;
  connectors: readonly Named[];
  rooms: readonly Named[];
}

const toOptions = (things: readonly Named[]) => things.map(({ id, name }) => [id, name] as const);

export function RunFilters({ query, connectors, rooms }: RunFiltersProps) {
  const t = useTranslations("agentRunForms.filters");
  const words = useTranslations("agentRunForms");
  return (
    <FilterForm
      key={JSON.stringify(query)}
      path={RUNS_PATH}
      label={t("label")}
      isFiltered={Object.values(query).some(Boolean)}
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
        options={toOptions(connectors)}
      />
      <ChoiceSelect name="room" label={t("room")} value={query.room} all={t("allRooms")} options={toOptions(rooms)} />
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        all={t("anyTime")}
        options={RUN_SPANS.map((span) => [span, t(`spans.${span}`)])}
      />
    </FilterForm>
  );
}

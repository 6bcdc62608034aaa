"use client";

import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { ACTION_NAMES } from "@/lib/connectors/connector";
import { RUN_STATES } from "@/lib/connectors/run";
import { RUN_SPANS, type RunQuery } from "@/lib/connectors/run-filter";
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

/** A plain GET form: the filters live in the address, so that a view can be shared. */
export function RunFilters({ query, connectors, rooms }: RunFiltersProps) {
  const t = useTranslations("agentRunForms.filters");
  const words = useTranslations("agentRunForms");
  return (
    <Form
      action={RUNS_PATH}
      role="search"
      aria-label={t("label")}
      className="mb-4 flex flex-wrap items-center gap-2"
      key={JSON.stringify(query)}
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
      <Button type="submit">{t("apply")}</Button>
      {Object.values(query).some(Boolean) ? (
        <Link href={RUNS_PATH} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("clear")}
        </Link>
      ) : null}
    </Form>
  );
}

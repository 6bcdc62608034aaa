"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { EVENT_TYPES } from "@/lib/events/catalog";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import { type DeliveryQuery, SPAN_NAMES, writeQuery } from "@/lib/webhooks/delivery-filter";
import { TimeRange } from "../../time-range";

export function DeliveryFilters({ path, query }: { path: string; query: DeliveryQuery }) {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.states");
  return (
    <FilterForm
      path={path}
      label={t("label")}
      isFiltered={writeQuery({ ...query }) !== ""}
      className="min-w-0 max-sm:w-full sm:flex-1"
    >
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={query.state}
        all={t("allStates")}
        options={DELIVERY_STATES.map((state) => [state, states(state)])}
      />
      <ChoiceSelect
        name="event"
        label={t("event")}
        value={query.event}
        all={t("allEvents")}
        options={EVENT_TYPES.map((type) => [type, type])}
      />
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        all={t("anyTime")}
        options={SPAN_NAMES.map((span) => [span, t(`spans.${span}`)])}
      />
      <TimeRange from={query.from} to={query.to} />
    </FilterForm>
  );
}

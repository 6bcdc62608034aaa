"use client";

import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { EVENT_TYPES } from "@/lib/events/catalog";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import { type DeliveryQuery, SPAN_NAMES, writeQuery } from "@/lib/webhooks/delivery-filter";
import { TimeRange } from "../../time-range";

export function DeliveryFilters({ path, query }: { path: string; query: DeliveryQuery }) {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.states");
  return (
    <Form
      action={path}
      role="search"
      aria-label={t("label")}
      className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full sm:flex-1"
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
      <Button type="submit">{t("apply")}</Button>
      {writeQuery({ ...query }) === "" ? null : (
        <Link href={path} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("clear")}
        </Link>
      )}
    </Form>
  );
}

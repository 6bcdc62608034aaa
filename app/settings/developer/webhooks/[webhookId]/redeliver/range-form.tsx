"use client";

import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { type DeliveryQuery, SPAN_NAMES } from "@/lib/webhooks/delivery-filter";
import { TimeRange } from "../../time-range";

/** A plain GET: what will be sent is counted before anything is. */
export function RangeForm({ path, query }: { path: string; query: Pick<DeliveryQuery, "since" | "from" | "to"> }) {
  const t = useTranslations("deliveries.filters");
  return (
    <Form action={path} key={JSON.stringify(query)} className="flex flex-wrap items-center gap-2">
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        options={SPAN_NAMES.map((span) => [span, t(`spans.${span}`)])}
      />
      <TimeRange from={query.from} to={query.to} />
      <Button type="submit">{t("count")}</Button>
    </Form>
  );
}

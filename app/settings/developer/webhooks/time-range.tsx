import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { Input } from "@/app/_ui/form/input";
import { TIME_SPANS } from "@/lib/platform/time-span";
import type { DeliveryQuery } from "@/lib/webhooks/history/delivery-filter";

export function TimeRange({ query, all }: { query: DeliveryQuery; all?: string }) {
  const t = useTranslations("deliveries.filters");
  return (
    <>
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        {...(all ? { all } : {})}
        options={TIME_SPANS.map((span) => [span, t(`spans.${span}`)])}
      />
      <details open={query.from !== "" || query.to !== ""} className="group min-w-0">
        <summary className="flex h-9 items-center rounded-control px-2 text-dense whitespace-nowrap in-data-dense:pointer-fine:h-8 text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("range")}
        </summary>
        <div className="flex flex-wrap gap-2 py-1">
          {(["from", "to"] as const).map((end) => (
            <label key={end} className="grid gap-1 text-xs text-ink-2">
              {t(end)}
              <Input type="datetime-local" name={end} defaultValue={query[end]} className="w-60 max-w-full" />
            </label>
          ))}
        </div>
      </details>
    </>
  );
}

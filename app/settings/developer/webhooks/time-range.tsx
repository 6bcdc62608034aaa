import { useTranslations } from "next-intl";
import { Input } from "@/app/_ui/input";

/** Two instants in UTC, folded away while none is named. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  const t = useTranslations("deliveries.filters");
  return (
    <details open={from !== "" || to !== ""} className="group min-w-0">
      <summary className="flex h-9 items-center rounded-control px-2 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
        {t("range")}
      </summary>
      <div className="flex flex-wrap gap-2 py-1">
        <label className="grid gap-1 text-xs text-ink-2">
          {t("from")}
          <Input type="datetime-local" name="from" defaultValue={from} className="w-52 max-w-full" />
        </label>
        <label className="grid gap-1 text-xs text-ink-2">
          {t("to")}
          <Input type="datetime-local" name="to" defaultValue={to} className="w-52 max-w-full" />
        </label>
      </div>
    </details>
  );
}

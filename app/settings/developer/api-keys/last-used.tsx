import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";

const DOTS = { today: "bg-good", month: "bg-good/45", older: "bg-warn-solid", never: "border border-line-strong" };

/** The dot's colour repeats what the words say. */
export function LastUsed({ apiKey, now }: { apiKey: Pick<KeySummary, "lastUsedAt" | "recency">; now: string }) {
  const t = useTranslations("keys");
  return (
    <span className={mergeClasses("inline-flex items-center gap-2", apiKey.recency === "never" && "text-ink-3")}>
      <span aria-hidden className={mergeClasses("size-2 shrink-0 rounded-full", DOTS[apiKey.recency])} />
      {apiKey.lastUsedAt === null ? t("neverUsed") : <Time value={apiKey.lastUsedAt} style="relative" now={now} />}
    </span>
  );
}

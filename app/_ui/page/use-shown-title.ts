import { useTranslations } from "next-intl";
import { showTitle } from "@/lib/platform/characters";

/** The titles of tasks and records may hold line breaks, or nothing that can be seen. */
export function useShownTitle(): (title: string) => string {
  const t = useTranslations("ui");
  return (title) => showTitle(title, t("untitled"));
}

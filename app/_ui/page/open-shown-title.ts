import { getTranslations } from "next-intl/server";
import { showTitle } from "@/lib/platform/characters";

export async function openShownTitle(): Promise<(title: string) => string> {
  const t = await getTranslations("ui");
  return (title) => showTitle(title, t("untitled"));
}

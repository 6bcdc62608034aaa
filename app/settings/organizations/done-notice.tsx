import { getTranslations } from "next-intl/server";
import { Notice } from "@/app/_ui/notice";
import { readText, type SearchParams } from "@/app/_ui/search-params";

const DONE = [
  "created",
  "updated",
  "seats",
  "invited",
  "withdrawn",
  "role",
  "removed",
  "left",
  "joined",
  "declined",
] as const;

/** Confirms the last form. */
export async function DoneNotice({ given }: { given: Awaited<SearchParams> }) {
  const t = await getTranslations("organizationSettings.done");
  const done = DONE.find((known) => known === readText(given, "done"));
  return done ? (
    <Notice tone="good" role="status">
      {t(done)}
    </Notice>
  ) : null;
}

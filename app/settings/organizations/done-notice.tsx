import { getTranslations } from "next-intl/server";
import { Notice } from "@/app/_ui/notice";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import texts from "@/lib/i18n/messages/en/organization-settings.json";

const isDone = (text: string): text is keyof typeof texts.done => Object.hasOwn(texts.done, text);

/** Confirms the last form: the catalog is the list of them. */
export async function DoneNotice({ given }: { given: Awaited<SearchParams> }) {
  const t = await getTranslations("organizationSettings.done");
  const done = readText(given, "done");
  return isDone(done) ? (
    <Notice tone="good" role="status">
      {t(done)}
    </Notice>
  ) : null;
}

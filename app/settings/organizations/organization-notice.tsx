import { getMessages, getTranslations } from "next-intl/server";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { isMailConfigured } from "@/lib/platform/mail-transport";

export async function OrganizationNotice({ given }: { given: Awaited<SearchParams> }) {
  const t = await getTranslations("organizationSettings.done");
  const texts = (await getMessages()).organizationSettings.done;
  const isDone = (text: string): text is keyof typeof texts => Object.hasOwn(texts, text);
  const asked = readText(given, "done");
  const done = asked === "invited" && !isMailConfigured() ? "invitedUnmailed" : asked;
  return isDone(done) ? <DoneNotice>{t(done)}</DoneNotice> : null;
}

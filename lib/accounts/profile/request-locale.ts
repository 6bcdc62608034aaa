import { getRequestConfig } from "next-intl/server";
import { CATALOGS } from "@/lib/i18n/catalogs";
import { now } from "@/lib/platform/clock";
import { readLocale, readSession } from "../sessions/session";

export default getRequestConfig(async () => {
  // An error page needs a language too, and the database may be what failed.
  const session = await readSession().catch(() => null);
  const locale = await readLocale(session?.user.locale);
  return { locale, messages: CATALOGS[locale], timeZone: "UTC", now: now() };
});

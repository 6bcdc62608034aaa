import { getRequestConfig } from "next-intl/server";
import { CATALOGS } from "@/lib/i18n/catalogs";
import { now } from "@/lib/platform/clock";
import { readLocale, readSession } from "../sessions/session";

export default getRequestConfig(async () => {
  // A page about a failure needs a language too: the database may be what failed.
  const session = await readSession().catch(() => null);
  const locale = await readLocale(session?.user.locale);
  // UTC until the browser, which alone knows the reader's zone, takes over (app/_ui/shown/time.tsx).
  return { locale, messages: CATALOGS[locale], timeZone: "UTC", now: now() };
});

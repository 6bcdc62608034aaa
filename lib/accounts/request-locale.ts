import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, pickLocale } from "@/lib/i18n/locale";
import { en } from "@/lib/i18n/messages/en";
import { ja } from "@/lib/i18n/messages/ja";
import { now } from "@/lib/platform/clock";
import { readSession } from "./session";

const MESSAGES = { en, ja };

export default getRequestConfig(async () => {
  // A page about a failure needs a language too: the database may be what failed.
  const reading = readSession().catch(() => null);
  const [session, cookieStore, headerStore] = await Promise.all([reading, cookies(), headers()]);
  const locale = pickLocale({
    user: session?.user.locale,
    cookie: cookieStore.get(LOCALE_COOKIE)?.value,
    acceptLanguage: headerStore.get("accept-language") ?? undefined,
  });
  // UTC until the browser, which alone knows the reader's zone, takes over (app/_ui/time.tsx).
  return { locale, messages: MESSAGES[locale], timeZone: "UTC", now: now() };
});

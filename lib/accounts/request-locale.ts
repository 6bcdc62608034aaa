import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, type Locale, pickLocale } from "@/lib/i18n/locale";
import { en } from "@/lib/i18n/messages/en";
import { ja } from "@/lib/i18n/messages/ja";
import { now } from "@/lib/platform/clock";
import { readSession } from "./session";

const MESSAGES = { en, ja };

export async function readRequestLocale(user: string | undefined): Promise<Locale> {
  const [cookieStore, headerStore] = await Promise.all([cookies(), headers()]);
  const cookie = cookieStore.get(LOCALE_COOKIE)?.value;
  return pickLocale({ user, cookie, acceptLanguage: headerStore.get("accept-language") ?? undefined });
}

export default getRequestConfig(async () => {
  // A page about a failure needs a language too: the database may be what failed.
  const session = await readSession().catch(() => null);
  const locale = await readRequestLocale(session?.user.locale);
  // UTC until the browser, which alone knows the reader's zone, takes over (app/_ui/time.tsx).
  return { locale, messages: MESSAGES[locale], timeZone: "UTC", now: now() };
});

"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { updateLocale } from "@/lib/accounts/profile/update-profile";
import { readSession } from "@/lib/accounts/sessions/session";
import { isLocale, LOCALE_COOKIE } from "@/lib/i18n/locale";
import { env } from "@/lib/platform/env";
import { readTheme, THEME_COOKIE } from "@/lib/platform/theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

async function keepChoice(name: string, value: string): Promise<void> {
  const secure = env().SVC_BASE_URL.startsWith("https://");
  (await cookies()).set(name, value, { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: YEAR_SECONDS });
}

export const chooseTheme = formAction(async (form) => {
  await keepChoice(THEME_COOKIE, readTheme(readField(form, "theme")));
  refresh();
});

export const chooseLocale = formAction(async (form) => {
  const locale = readField(form, "locale");
  if (!isLocale(locale)) return;
  await keepChoice(LOCALE_COOKIE, locale);
  const session = await readSession();
  if (session) await updateLocale(session.user.id, locale);
  refresh();
});

"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { updateLocale } from "@/lib/accounts/profile/update-profile";
import { readSession, requireSession } from "@/lib/accounts/sessions/session";
import { readCallbackPath } from "@/lib/accounts/sign-in/callback-path";
import { isLocale, LOCALE_COOKIE } from "@/lib/i18n/locale";
import { env } from "@/lib/platform/env";
import { LAST_VISITED_COOKIES } from "@/lib/platform/page-answer";
import { readTheme, THEME_COOKIE } from "@/lib/platform/theme";
import { openRequests } from "@/lib/requests/open-viewer";

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

/** Leads to the page without its filters: they named what another area has. */
export const chooseArea = formAction(async (form) => {
  const path = readCallbackPath(readField(form, "path"));
  const { user } = await requireSession(path);
  const viewer = await openRequests(user.id);
  const area = viewer.areas.find(({ ownerId }) => ownerId === readField(form, "area"));
  if (area) await keepChoice(LAST_VISITED_COOKIES.area, area.ownerId);
  redirect(path);
});

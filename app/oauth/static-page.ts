import { cookies, headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { requestClientPath } from "@/app/_links";
import { type StaticPage, writeStaticPage } from "@/lib/front-door/static-page";
import type { Distrust } from "@/lib/oauth/server/authorization-request";
import { readTheme, THEME_COOKIE } from "@/lib/platform/theme";

const NO_STORE = { "cache-control": "no-store", "x-frame-options": "DENY" };

export function redirectTo(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, { status, headers: { ...NO_STORE, location } });
}

/** A page instead of a redirect, because the redirect URI cannot be trusted. */
export async function answerDistrust(reason: Distrust, clientId: string | undefined): Promise<Response> {
  const t = await getTranslations("consent.untrusted");
  const page = { title: t("title"), texts: [t(`reasons.${reason}`), t("advice")], links: [] };
  if (reason !== "client_unapproved" || clientId === undefined) {
    return answerPage(reason === "request_too_long" ? 414 : 400, page);
  }
  const links = [{ href: requestClientPath(clientId), text: t("ask") }];
  return answerPage(400, { ...page, texts: [t(`reasons.${reason}`), clientId, t("advice")], links });
}

/**
 * The content policy lets forms go to this origin alone and would block a redirect here or at a later hop. A page that
 * moves on by itself is allowed.
 */
export async function answerReturn(url: string): Promise<Response> {
  const t = await getTranslations("consent.returning");
  const links = [{ href: url, text: t("link", { host: new URL(url).host }) }];
  return answerPage(200, { title: t("title"), texts: [], links, followedHref: url });
}

/** A decision that was sent again, or sent twice at once. */
export async function answerDecided(): Promise<Response> {
  const t = await getTranslations("consent.decided");
  const links = [{ href: "/settings/developer/authorized-apps", text: t("link") }];
  return answerPage(409, { title: t("title"), texts: [t("text")], links });
}

async function answerPage(status: number, page: StaticPage): Promise<Response> {
  const [locale, cookieStore, headerStore] = await Promise.all([getLocale(), cookies(), headers()]);
  const theme = readTheme(cookieStore.get(THEME_COOKIE)?.value);
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(headerStore.get("content-security-policy") ?? "")?.[1] ?? "";
  const html = writeStaticPage(page, { locale, theme, nonce });
  return new Response(html, { status, headers: { ...NO_STORE, "content-type": "text/html; charset=utf-8" } });
}

import type { IncomingMessage } from "node:http";
import { createTranslator } from "next-intl";
import { CATALOGS } from "../i18n/catalogs";
import { LOCALE_COOKIE, pickLocale, REQUESTED_LOCALE_HEADER } from "../i18n/locale";
import { readTheme, THEME_COOKIE } from "../platform/theme";
import { writeStaticPage } from "./static-page";

export type FailureKind = "page" | "pageAway" | "form" | "formAway" | "unread" | "limited";

interface Failure {
  kind: FailureKind;
  locale: string | null;
  reference: string | null;
  nonce: string;
}

export function writeFailurePage({ url, headers, method }: IncomingMessage, failure: Failure): string {
  const { kind, reference, nonce } = failure;
  const cookies = readCookies(headers.cookie);
  const locale = pickLocale({
    user: failure.locale ?? undefined,
    cookie: cookies.get(LOCALE_COOKIE),
    asked: [headers[REQUESTED_LOCALE_HEADER]].flat()[0],
    acceptLanguage: headers["accept-language"],
  });
  const t = createTranslator({ locale, messages: CATALOGS[locale], namespace: "failure" });
  const isOfPage = kind === "page" || kind === "pageAway" || (kind === "limited" && method === "GET");
  const page = {
    title: t(`${kind}.title`),
    texts: [t(`${kind}.text`)],
    reference: reference === null ? undefined : { label: t("reference"), text: reference },
    links: [
      { href: readOwnPath(url), text: t(isOfPage ? "retry" : "backToForm") },
      { href: "/", text: t("home") },
      { href: "/status", text: t("status") },
    ],
  };
  return writeStaticPage(page, { locale, theme: readTheme(cookies.get(THEME_COOKIE)), nonce });
}

/** A path that begins with two slashes would be another site's. */
function readOwnPath(url = "/"): string {
  return /^\/(?![/\\])/.test(url) ? url : "/";
}

export function readCookies(header = ""): ReadonlyMap<string, string> {
  const pairs = header.split(";").map((pair) => pair.trim().split("="));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

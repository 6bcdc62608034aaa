import { DEFAULT_LOCALE, LOCALE_PARAMETER, type Locale } from "../i18n/locale";

export const NOTIFICATIONS_PATH = "/settings/notifications";
export const PREFERENCES_PATH = `${NOTIFICATIONS_PATH}/preferences`;

/** Marks it as read and goes on to what it tells of. */
export function notificationPath(id: string): string {
  return `${NOTIFICATIONS_PATH}/${id}`;
}

/** A page that asks, in the language of the mail. Opening it changes nothing: programs that check mail open links. */
export function unsubscribePath(link: string, locale: Locale): string {
  const path = `/unsubscribe?link=${link}`;
  return locale === DEFAULT_LOCALE ? path : `${path}&${LOCALE_PARAMETER}=${locale}`;
}

/** Where a mail program posts to (RFC 8058). */
export function oneClickPath(link: string): string {
  return `/unsubscribe/one-click?link=${link}`;
}

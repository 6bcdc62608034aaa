import { DEFAULT_LOCALE, LOCALE_PARAMETER, type Locale } from "../i18n/locale";
import type { NotificationSource } from "./notification";

export const NOTIFICATIONS_PATH = "/settings/notifications";
export const PREFERENCES_PATH = `${NOTIFICATIONS_PATH}/preferences`;

export function notificationPath(id: string): string {
  return `${NOTIFICATIONS_PATH}/${id}`;
}

export function openGroupPath(newestId: string): string {
  return `${NOTIFICATIONS_PATH}?open=${newestId}`;
}

export function olderPath(source: NotificationSource, after: string): string {
  return `${NOTIFICATIONS_PATH}?source=${source}&after=${after}`;
}

/** Opening this page changes nothing, because programs that check mail open links. */
export function unsubscribePath(link: string, locale: Locale): string {
  const path = `/unsubscribe?link=${link}`;
  return locale === DEFAULT_LOCALE ? path : `${path}&${LOCALE_PARAMETER}=${locale}`;
}

export function oneClickPath(link: string): string {
  return `/unsubscribe/one-click?link=${link}`;
}

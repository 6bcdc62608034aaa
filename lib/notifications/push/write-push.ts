import { createTranslator } from "next-intl";
import { CATALOGS } from "../../i18n/catalogs";
import type { Locale } from "../../i18n/locale";
import { groupNotifications } from "../group-notifications";
import { findTarget, type Notification } from "../notification";
import { NOTIFICATIONS_PATH, notificationPath } from "../paths";
import { describeGroup } from "../sentence";

export interface Push {
  title: string;
  body: string;
  path: string;
  page: string;
}

/** One record of RFC 8291 holds no more, and names come from people. */
const [TITLE_MAX, BODY_MAX] = [150, 350];

export function writePush(notifications: readonly Notification[], locale: Locale): Push | null {
  const t = createTranslator({ locale, messages: CATALOGS[locale], namespace: "notifications" });
  const groups = groupNotifications(notifications);
  const [group] = groups;
  if (group === undefined) return null;
  const { title, text } = describeGroup(group, locale, t);
  const others = notifications.length - group.notifications.length;
  const more = others > 0 ? [t("push.more", { count: others })] : [];
  const path = others > 0 ? NOTIFICATIONS_PATH : notificationPath(group.newest.id);
  const target = others > 0 ? NOTIFICATIONS_PATH : findTarget(group.newest);
  return {
    title: cut(title, TITLE_MAX),
    body: cut([text, ...more].filter(Boolean).join(" "), BODY_MAX),
    path,
    page: target.replace(/[?#].*$/, ""),
  };
}

function cut(text: string, max: number): string {
  const points = [...text];
  return points.length > max ? `${points.slice(0, max - 1).join("")}…` : text;
}

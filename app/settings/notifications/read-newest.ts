import { getLocale, getTranslations } from "next-intl/server";
import { groupNotifications } from "@/lib/notifications/group-notifications";
import { listKindsOf, NOTIFICATION_SOURCES } from "@/lib/notifications/notification";
import { notificationPath, openGroupPath } from "@/lib/notifications/paths";
import { readInbox } from "@/lib/notifications/queries";
import { describeGroup } from "@/lib/notifications/sentence";
import { now } from "@/lib/platform/clock";
import { NOTIFICATIONS_PAGE_MAX } from "@/lib/platform/limits";

const GROUPS_SHOWN = 6;

export type NewestNotifications = Awaited<ReturnType<typeof readNewest>>;

/** Unread ones first, and among them those from people. The texts come along, so that no page carries them. */
export async function readNewest(userId: string) {
  const [t, locale, ...inboxes] = await Promise.all([
    getTranslations("notifications"),
    getLocale(),
    ...NOTIFICATION_SOURCES.map((source) => readInbox(userId, null, NOTIFICATIONS_PAGE_MAX, listKindsOf(source))),
  ]);
  const groups = inboxes
    .flatMap(({ notifications }) => groupNotifications(notifications))
    .sort((one, other) => Number(one.newest.isRead) - Number(other.newest.isRead))
    .slice(0, GROUPS_SHOWN)
    .map((group) => {
      const { id, kind, createdAt, isRead } = group.newest;
      return {
        id,
        kind,
        isRead,
        createdAt: createdAt.toISOString(),
        title: describeGroup(group, locale, t).title,
        unread: isRead ? "" : t("unread"),
        href: group.notifications.length > 1 ? openGroupPath(id) : notificationPath(id),
      };
    });
  return { title: t("title"), empty: t("emptyTitle"), inbox: t("openInbox"), now: now().toISOString(), groups };
}

import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import {
  findTarget,
  isSecurityKind,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from "./notification";
import { COUNT_UNREAD_NOTIFICATIONS, FIND_NOTIFICATION, LIST_NOTIFICATIONS } from "./notifications.sql";

export interface Inbox {
  notifications: Notification[];
  /** Where the next page begins; null: this is the last. */
  next: string | null;
}

/** Newest first, without the kinds that the person has muted. */
export async function readInbox(userId: string, after: string | null, limit: number): Promise<Inbox> {
  const found = await query(LIST_NOTIFICATIONS, [userId, after, limit + 1]);
  const notifications = found.slice(0, limit);
  return { notifications, next: found.length > limit ? (notifications.at(-1)?.id ?? null) : null };
}

/** At most one more than is shown. */
export async function countUnread(userId: string): Promise<number> {
  return (await query(COUNT_UNREAD_NOTIFICATIONS, [userId]))[0]?.count ?? 0;
}

/** The page that it leads to. 404 for one that this person does not see. */
export async function findTargetOf(userId: string, notificationId: string): Promise<string> {
  const [found] = await query(FIND_NOTIFICATION, [userId, notificationId]);
  if (!found) throw notFound();
  return findTarget(found);
}

/** Kinds that the person does not want, in the app and by mail. */
export interface Wishes {
  muted: NotificationKind[];
  unmailed: NotificationKind[];
}

export async function readWishes(userId: string): Promise<Wishes> {
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { mutedNotifications: true, unmailedNotifications: true },
  });
  return {
    muted: NOTIFICATION_KINDS.filter((kind) => !isSecurityKind(kind) && user?.mutedNotifications.includes(kind)),
    unmailed: NOTIFICATION_KINDS.filter((kind) => user?.unmailedNotifications.includes(kind)),
  };
}

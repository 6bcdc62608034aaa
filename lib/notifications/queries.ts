import { prisma } from "../db/prisma";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import { LIST_MAILED_NOTIFICATIONS } from "./mails.sql";
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
  next: string | null;
}

export async function readInbox(
  userId: string,
  after: string | null,
  limit: number,
  kinds: readonly NotificationKind[] = NOTIFICATION_KINDS,
): Promise<Inbox> {
  const found = await query(LIST_NOTIFICATIONS, { userId, kinds, after, limit: limit + 1 });
  const notifications = found.slice(0, limit);
  return { notifications, next: found.length > limit ? (notifications.at(-1)?.id ?? null) : null };
}

export async function countUnread(userId: string): Promise<number> {
  return (await query(COUNT_UNREAD_NOTIFICATIONS, { userId }))[0]?.count ?? 0;
}

export async function findTargetOf(userId: string, notificationId: string): Promise<string> {
  const [found] = await query(FIND_NOTIFICATION, { userId, notificationId });
  if (!found) throw notFound();
  return findTarget(found);
}

export interface NotificationPreferences {
  muted: NotificationKind[];
  unmailed: NotificationKind[];
  unpushed: NotificationKind[];
}

export async function readNotificationPreferences(userId: string): Promise<NotificationPreferences> {
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { mutedNotifications: true, unmailedNotifications: true, unpushedNotifications: true },
  });
  return {
    muted: NOTIFICATION_KINDS.filter((kind) => !isSecurityKind(kind) && user?.mutedNotifications.includes(kind)),
    unmailed: NOTIFICATION_KINDS.filter((kind) => user?.unmailedNotifications.includes(kind)),
    unpushed: NOTIFICATION_KINDS.filter((kind) => user?.unpushedNotifications.includes(kind)),
  };
}

export function readReader(userId: string) {
  return prisma().user.findUnique({
    where: { id: userId },
    select: { email: true, locale: true, unmailedNotifications: true },
  });
}

export function listMailed(userId: string, mailId: string): Promise<RowOf<typeof LIST_MAILED_NOTIFICATIONS>[]> {
  return query(LIST_MAILED_NOTIFICATIONS, { userId, mailId });
}

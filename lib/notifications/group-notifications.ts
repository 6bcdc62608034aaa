import type { Notification } from "./notification";

export interface NotificationGroup {
  newest: Notification;
  notifications: readonly Notification[];
}

/** Equals share a row, read ones apart from unread ones. The newest of a group decides its place. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const notification of notifications) {
    const key = JSON.stringify([notification.kind, notification.isRead, listSame(notification)]);
    const { newest, notifications: earlier } = groups.get(key) ?? { newest: notification, notifications: [] };
    groups.set(key, { newest, notifications: [...earlier, notification] });
  }
  return [...groups.values()];
}

function listSame({ kind, facts, subjectId, requestId }: Notification) {
  if (kind === "message.mentioned" || kind === "message.posted") return [facts["roomId"], facts["recordId"]];
  if (kind === "session.new_device") return [];
  return [subjectId, requestId];
}

export function summarizeAuthors({ notifications }: NotificationGroup): { by: string | null; others: number } {
  const names = new Set(notifications.flatMap(({ facts: { by } }) => (typeof by === "string" ? by : [])));
  const [by = null] = names;
  return { by, others: Math.max(0, names.size - 1) };
}

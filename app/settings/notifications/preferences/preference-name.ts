import type { NotificationKind } from "@/lib/notifications/notification";

export type NotificationChannel = "app" | "mail" | "push";

export function preferenceName(way: NotificationChannel, kind: NotificationKind): string {
  return `${way}:${kind}`;
}

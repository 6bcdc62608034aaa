import type { NotificationKind } from "@/lib/notifications/notification";

export type WishWay = "app" | "mail";

export function wishName(way: WishWay, kind: NotificationKind): string {
  return `${way}:${kind}`;
}

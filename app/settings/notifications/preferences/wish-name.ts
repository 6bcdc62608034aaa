import type { NotificationKind } from "@/lib/notifications/notification";

export type WishWay = "app" | "mail";

/** The name of a box of the form. */
export function wishName(way: WishWay, kind: NotificationKind): string {
  return `${way}:${kind}`;
}

import { prisma } from "../platform/prisma";
import type { NotificationKind } from "./notification";

export async function saveMuted(userId: string, muted: readonly NotificationKind[]): Promise<void> {
  await prisma().user.update({ where: { id: userId }, data: { mutedNotifications: [...muted] }, select: { id: true } });
}

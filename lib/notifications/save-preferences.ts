import { prisma } from "../db/prisma";
import type { NotificationPreferences } from "./queries";

export async function saveNotificationPreferences(
  userId: string,
  { muted, unmailed }: Partial<NotificationPreferences>,
): Promise<void> {
  const data = {
    ...(muted ? { mutedNotifications: [...muted] } : {}),
    ...(unmailed ? { unmailedNotifications: [...unmailed] } : {}),
  };
  await prisma().user.update({ where: { id: userId }, data, select: { id: true } });
}

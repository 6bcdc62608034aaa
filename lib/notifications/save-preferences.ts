import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { STOP_MAILS } from "./mails.sql";
import type { NotificationPreferences } from "./queries";
import type { Unsubscribing } from "./unsubscribe-link";

export async function saveNotificationPreferences(
  userId: string,
  { muted, unmailed, unpushed }: Partial<NotificationPreferences>,
): Promise<void> {
  const data = {
    ...(muted ? { mutedNotifications: [...muted] } : {}),
    ...(unmailed ? { unmailedNotifications: [...unmailed] } : {}),
    ...(unpushed ? { unpushedNotifications: [...unpushed] } : {}),
  };
  await prisma().user.update({ where: { id: userId }, data, select: { id: true } });
}

export async function stopMails({ userId, kinds }: Unsubscribing): Promise<void> {
  await query(STOP_MAILS, { userId, kinds });
}

import { prisma } from "../db/prisma";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { LIST_MAILED_NOTIFICATIONS } from "./mails.sql";

export function readReader(userId: string) {
  return prisma().user.findUnique({
    where: { id: userId },
    select: { email: true, locale: true, unmailedNotifications: true },
  });
}

export function listMailed(userId: string, mailId: string): Promise<RowOf<typeof LIST_MAILED_NOTIFICATIONS>[]> {
  return query(LIST_MAILED_NOTIFICATIONS, [userId, mailId]);
}

import { prisma } from "../db/prisma";
import type { Wishes } from "./queries";

export async function saveWishes(userId: string, { muted, unmailed }: Partial<Wishes>): Promise<void> {
  const data = {
    ...(muted ? { mutedNotifications: [...muted] } : {}),
    ...(unmailed ? { unmailedNotifications: [...unmailed] } : {}),
  };
  await prisma().user.update({ where: { id: userId }, data, select: { id: true } });
}

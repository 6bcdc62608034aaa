import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { FIND_NOTIFICATION, MARK_NOTIFICATIONS_READ } from "./notifications.sql";

const BATCH_ROWS = 1_000;
const BATCHES_MAX = 20;

export async function markRead(userId: string, notificationId: string): Promise<void> {
  const found = await query(FIND_NOTIFICATION, { userId, notificationId });
  if (found.length === 0) throw notFound();
  const data = { userId, notificationId: BigInt(notificationId), readAt: now() };
  await prisma().notificationRead.createMany({ data, skipDuplicates: true });
}

export async function markAllRead(
  userId: string,
  newestId: string,
  only: readonly string[] | null = null,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const marked = await query(MARK_NOTIFICATIONS_READ, { userId, newestId, only, now: now(), limit: BATCH_ROWS });
    if (marked.length === 0) return;
  }
}

import type { RoomAccess } from "../access/open-room";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { forbidden, invalid } from "../platform/errors";
import { lockMessage, publishMessageChange } from "./change";
import { readEmoji } from "./emoji";
import { RECORD_MESSAGE_CHANGES } from "./mentions.sql";
import { REACTIONS_PER_MESSAGE_MAX } from "./reaction";

interface ReactionInput {
  messageId: string;
  emoji: string;
  isWanted: boolean;
}

export async function setReaction(
  tx: Transaction,
  access: RoomAccess,
  userId: string,
  { messageId, emoji: given, isWanted }: ReactionInput,
): Promise<void> {
  const emoji = readEmoji(given);
  if (emoji === null) throw invalid([{ path: "emoji", message: "must be one emoji" }]);
  // The lock orders the reaction against a deletion, and against a second new emoji that would pass the limit.
  await lockMessage(tx, access, userId, messageId);
  const changed = isWanted
    ? await addReaction(tx, userId, messageId, emoji)
    : await removeReaction(tx, access, userId, messageId, emoji);
  if (!changed) return;
  const [change] = await tx.query(RECORD_MESSAGE_CHANGES, {
    messageIds: [messageId],
    roomIds: [access.roomId],
    now: now(),
  });
  if (change) publishMessageChange(tx, access, messageId, change.at);
}

async function addReaction(tx: Transaction, userId: string, messageId: string, emoji: string): Promise<boolean> {
  const others = await tx.prisma.messageReaction.groupBy({
    by: ["emoji"],
    where: { messageId, emoji: { not: emoji } },
  });
  if (others.length >= REACTIONS_PER_MESSAGE_MAX)
    throw forbidden(`A message has at most ${REACTIONS_PER_MESSAGE_MAX} different reactions.`, {
      reason: "reactions_full",
    });
  const data = { messageId, emoji, userId, createdAt: now() };
  return (await tx.prisma.messageReaction.createMany({ data, skipDuplicates: true })).count > 0;
}

async function removeReaction(
  tx: Transaction,
  { billingEntityId }: RoomAccess,
  userId: string,
  messageId: string,
  emoji: string,
): Promise<boolean> {
  await requireUnheld(tx, billingEntityId);
  return (await tx.prisma.messageReaction.deleteMany({ where: { messageId, emoji, userId } })).count > 0;
}

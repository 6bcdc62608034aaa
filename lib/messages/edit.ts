import { requireAuthor } from "../access/lock-text";
import type { RoomAccess } from "../access/open-room";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { changeMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { MESSAGE_BODY_MAX_LENGTH } from "../platform/limits";
import { prose } from "../platform/text";
import { EDIT_MESSAGE } from "./changes.sql";
import { lockMessage, publishMessageChange } from "./lock-message";

/** The earlier text is not stored, so a legal hold refuses an edit like a deletion. */
export async function editMessage(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { messageId, body: given }: { messageId: string; body: string },
): Promise<void> {
  const body = checkInput(prose(MESSAGE_BODY_MAX_LENGTH), given, "body");
  const before = await lockMessage(tx, access, actorId, messageId);
  requireAuthor(before, "message");
  if (before.body === body) return;
  const { billingEntityId, roomId } = access;
  await requireUnheld(tx, billingEntityId);
  const at = now();
  await tx.query(EDIT_MESSAGE, [messageId, body, at]);
  await changeMentions(tx, OF_MESSAGES, { textId: messageId, body });
  const action = { name: "message.update", userId: actorId, resourceId: messageId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId } });
  publishMessageChange(tx, access, messageId, at);
}

import type { Caller } from "../access/caller";
import { openRoom } from "../access/open-room";
import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { MessageSummary } from "./message";
import { READ_MESSAGE } from "./messages.sql";

export async function openMessage(
  caller: Caller,
  params: { roomId: string; messageId: string },
): Promise<MessageSummary> {
  const { roomId } = await openRoom(caller, params);
  const { messageId } = params;
  const [message] = isId("msg", messageId) ? await query(READ_MESSAGE, { messageId, roomId }) : [];
  if (!message) throw notFound();
  return message;
}

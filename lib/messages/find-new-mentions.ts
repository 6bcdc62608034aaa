import { query, transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { saveMentions } from "../mentions/save-mentions";
import { now } from "../platform/clock";
import { lowestId } from "../platform/ids";
import {
  FIND_MENTION_SCAN,
  MOVE_MENTION_SCAN,
  RAISE_POSTED,
  RECORD_MESSAGE_CHANGES,
  SCAN_FOR_MENTIONS,
} from "./mentions.sql";

const SCANNED_MAX = 20_000;
/** Messages commit out of the order of their ids, so each is scanned for this long. */
const LOOK_BACK_MS = 60_000;

/**
 * Finds mentions in messages posted through the API, whose write path is too hot for it, and raises the notices of all
 * messages. Several processes may run it at
 * once. Resolves to false while more messages wait.
 */
export async function findNewMentions(): Promise<boolean> {
  const begin = lowestId("msg", new Date(now().getTime() - LOOK_BACK_MS));
  const [scan] = await query(FIND_MENTION_SCAN);
  const after = scan?.messageId ?? begin;
  const scanned = await query(SCAN_FOR_MENTIONS, { messageId: after, limit: SCANNED_MAX });
  const last = scanned.find(({ isLast }) => isLast);
  await transaction(async (tx) => {
    const marked = scanned.flatMap(({ id, hasMark }) => (hasMark ? id : []));
    const kept = await saveMentions(tx, OF_MESSAGES, marked);
    await tx.query(RAISE_POSTED, { after, upTo: last?.id ?? "~" });
    await tx.query(MOVE_MENTION_SCAN, { messageId: last?.id ?? begin });
    if (kept.length === 0) return;
    const rooms = new Map(kept.map(({ textId, roomId }) => [textId, roomId]));
    const changes = await tx.query(RECORD_MESSAGE_CHANGES, {
      messageIds: [...rooms.keys()],
      roomIds: [...rooms.values()],
      now: now(),
    });
    tx.afterCommit(() => {
      for (const { messageId, roomId, at } of changes)
        publishChange({
          id: `${messageId}@${at.getTime()}`,
          type: "message.changed",
          roomId,
          objectId: messageId,
          createdAt: at,
        });
    });
  });
  return last === undefined;
}

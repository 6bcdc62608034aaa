import { query } from "../db/transaction";
import type { Reaction } from "./reaction";
import { LIST_REACTIONS } from "./reactions.sql";

/** Of messages that the reader may see. */
export async function listReactions(
  messageIds: readonly string[],
  readerId: string,
): Promise<(Reaction & { messageId: string })[]> {
  if (messageIds.length === 0) return [];
  const rows = await query(LIST_REACTIONS, [messageIds, readerId]);
  return rows.map(({ others, ...reaction }) => ({ ...reaction, others: others ?? [] }));
}

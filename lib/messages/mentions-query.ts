import type { RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import type { RowOf } from "../platform/statement";
import { matchPattern } from "../platform/text";
import { LIST_MENTIONABLE, LIST_MENTIONS } from "./mentions.sql";

/** A member of the room who can be mentioned. */
export type Mentionable = RowOf<typeof LIST_MENTIONABLE>;

const SUGGESTED_MAX = 8;

/** Members whose name contains what someone has typed; those whose name begins with it come first. */
export function listMentionable({ roomId }: RoomAccess, readerId: string, typed: string): Promise<Mentionable[]> {
  const contains = matchPattern(typed);
  return query(LIST_MENTIONABLE, [roomId, readerId, contains, contains.slice(1), SUGGESTED_MAX]);
}

/** Of messages that the reader may see. */
export async function listMentions(messageIds: readonly string[]): Promise<RowOf<typeof LIST_MENTIONS>[]> {
  return messageIds.length === 0 ? [] : query(LIST_MENTIONS, [messageIds]);
}

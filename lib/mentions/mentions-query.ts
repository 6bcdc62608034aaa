import type { RoomAccess } from "../access/open-room";
import { matchPattern } from "../db/match-pattern";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import type { Mention } from "./mention";
import { LIST_MENTIONABLE, type MentionStatements } from "./mentions.sql";

export type Mentionable = RowOf<typeof LIST_MENTIONABLE>;

const SUGGESTED_MAX = 8;

export function listMentionable({ roomId }: RoomAccess, readerId: string, typed: string): Promise<Mentionable[]> {
  const contains = matchPattern(typed);
  return query(LIST_MENTIONABLE, { roomId, readerId, contains, startsWith: contains.slice(1), limit: SUGGESTED_MAX });
}

export async function listMentions(
  statements: MentionStatements,
  textIds: readonly string[],
): Promise<(textId: string) => Mention[]> {
  const rows = textIds.length === 0 ? [] : await query(statements.list, { textIds });
  return (wanted) => rows.flatMap(({ textId, ...mention }) => (textId === wanted ? mention : []));
}

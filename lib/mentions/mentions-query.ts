import type { RoomAccess } from "../access/open-room";
import { MEMBER_ROLE } from "../access/roles";
import { matchPattern } from "../db/match-pattern";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { EVERYONE, type Mention } from "./mention";
import { LIST_MENTIONABLE, type MentionStatements } from "./mentions.sql";

export type Mentionable = RowOf<typeof LIST_MENTIONABLE>;

const SUGGESTED_MAX = 8;

export async function listMentionable(
  { roomId, role }: RoomAccess,
  readerId: string,
  typed: string,
): Promise<Mentionable[]> {
  const contains = matchPattern(typed);
  const startsWith = contains.slice(1);
  const people = await query(LIST_MENTIONABLE, { roomId, readerId, contains, startsWith, limit: SUGGESTED_MAX });
  const isOffered = (role ?? 0) >= MEMBER_ROLE && EVERYONE.startsWith(typed.toLowerCase());
  return isOffered ? [{ userId: EVERYONE, name: EVERYONE }, ...people] : people;
}

export async function listMentions(
  statements: MentionStatements,
  textIds: readonly string[],
): Promise<(textId: string) => Mention[]> {
  const rows = textIds.length === 0 ? [] : await query(statements.list, { textIds });
  return (wanted) => rows.flatMap(({ textId, ...mention }) => (textId === wanted ? mention : []));
}

import type { Transaction } from "../platform/db";
import type { RowOf } from "../platform/statement";
import { findMentioned } from "./mention";
import { FORGET_MENTIONS, KEEP_MENTIONS, LIST_MENTIONS, LIST_NAMED_PEOPLE } from "./mentions.sql";

type Named = RowOf<typeof LIST_NAMED_PEOPLE>;
type Kept = RowOf<typeof KEEP_MENTIONS>;

export function hasMark(body: string): boolean {
  return /[@＠]/u.test(body);
}

/** Of messages as they are now; twice is as once. Returns those whose mentions were not known. */
export async function keepMentions(tx: Transaction, messageIds: readonly string[]): Promise<Kept[]> {
  if (messageIds.length === 0) return [];
  return store(tx, findNamed(await tx.query(LIST_NAMED_PEOPLE, [messageIds])));
}

/** After an edit: a person who has taken another name since stays mentioned by the old one. */
export async function changeMentions(
  tx: Transaction,
  { messageId, body }: { messageId: string; body: string },
): Promise<void> {
  const known = await tx.query(LIST_MENTIONS, [[messageId]]);
  const named = hasMark(body) ? findNamed(await tx.query(LIST_NAMED_PEOPLE, [[messageId]])) : [];
  const found = new Set([...named, ...findMentioned(body, known)].map(({ userId }) => userId));
  if (known.length > 0) await tx.query(FORGET_MENTIONS, [messageId, [...found]]);
  await store(tx, named);
}

function findNamed(rows: readonly Named[]): Named[] {
  const byMessage = new Map<string, Named[]>();
  for (const row of rows) byMessage.set(row.messageId, [...(byMessage.get(row.messageId) ?? []), row]);
  return [...byMessage.values()].flatMap((people) => findMentioned(people[0]?.body ?? "", people));
}

async function store(tx: Transaction, named: readonly Named[]): Promise<Kept[]> {
  if (named.length === 0) return [];
  return tx.query(KEEP_MENTIONS, [
    named.map(({ messageId }) => messageId),
    named.map(({ userId }) => userId),
    named.map(({ roomId }) => roomId),
    named.map(({ typed }) => typed),
    named.map(({ at }) => at),
  ]);
}

import type { RowOf } from "../db/statement";
import type { Transaction } from "../db/transaction";
import { findMentioned } from "./mention";
import type { MentionStatements } from "./mentions.sql";

type Named = RowOf<MentionStatements["listNamed"]>;
type Kept = RowOf<MentionStatements["keep"]>;

export function hasMark(body: string): boolean {
  return /[@＠]/u.test(body);
}

/** Repeating it is harmless. Returns the mentions that were not known yet. */
export async function saveMentions(
  tx: Transaction,
  statements: MentionStatements,
  textIds: readonly string[],
): Promise<Kept[]> {
  if (textIds.length === 0) return [];
  return store(tx, statements, findNamed(await tx.query(statements.listNamed, { textIds })));
}

/** People who have been renamed since stay mentioned by their old name. */
export async function changeMentions(
  tx: Transaction,
  statements: MentionStatements,
  { textId, body }: { textId: string; body: string },
): Promise<void> {
  const known = await tx.query(statements.list, { textIds: [textId] });
  const named = hasMark(body) ? findNamed(await tx.query(statements.listNamed, { textIds: [textId] })) : [];
  const found = new Set([...named, ...findMentioned(body, known)].map(({ userId }) => userId));
  if (known.length > 0) await tx.query(statements.forget, { textId, keptUserIds: [...found] });
  await store(tx, statements, named);
}

function findNamed(rows: readonly Named[]): Named[] {
  const byText = new Map<string, Named[]>();
  for (const row of rows) byText.set(row.textId, [...(byText.get(row.textId) ?? []), row]);
  return [...byText.values()].flatMap((people) => findMentioned(people[0]?.body ?? "", people));
}

async function store(tx: Transaction, statements: MentionStatements, named: readonly Named[]): Promise<Kept[]> {
  if (named.length === 0) return [];
  return tx.query(statements.keep, {
    textIds: named.map(({ textId }) => textId),
    userIds: named.map(({ userId }) => userId),
    roomIds: named.map(({ roomId }) => roomId),
    names: named.map(({ typed }) => typed),
    ats: named.map(({ at }) => at),
  });
}

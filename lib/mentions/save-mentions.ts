import type { RowOf } from "../db/statement";
import type { Transaction } from "../db/transaction";
import { EVERYONE, findMentioned } from "./mention";
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

export async function changeMentions(
  tx: Transaction,
  statements: MentionStatements,
  { textId, body }: { textId: string; body: string },
): Promise<void> {
  const known = await tx.query(statements.list, { textIds: [textId] });
  const named = hasMark(body) ? findNamed(await tx.query(statements.listNamed, { textIds: [textId] })) : [];
  const found = [...named, ...findMentioned(body, known)];
  const keptUserIds = found.map(({ userId }) => userId);
  const isEveryoneKept = found.some((each) => each.userId === "" || ("isEveryone" in each && each.isEveryone));
  if (known.length > 0) await tx.query(statements.forget, { textId, keptUserIds, isEveryoneKept });
  await store(tx, statements, named);
}

function findNamed(rows: readonly Named[]): Named[] {
  const byText = new Map<string, Named[]>();
  for (const row of rows) byText.set(row.textId, [...(byText.get(row.textId) ?? []), row]);
  return [...byText.values()].flatMap((candidates) => {
    const [everyone, people] = [
      candidates.filter((each) => each.isEveryone),
      candidates.filter((each) => !each.isEveryone),
    ];
    const hasNamesake = people.some(({ typed }) => typed.toLowerCase() === EVERYONE);
    return findMentioned(candidates[0]?.body ?? "", hasNamesake ? people : [...everyone, ...people]);
  });
}

async function store(tx: Transaction, statements: MentionStatements, found: readonly Named[]): Promise<Kept[]> {
  const named = found.filter((each) => !each.isEveryone);
  const textIds = found.flatMap((each) => (each.isEveryone ? each.textId : []));
  const kept =
    named.length === 0
      ? []
      : await tx.query(statements.keep, {
          textIds: named.map(({ textId }) => textId),
          userIds: named.map(({ userId }) => userId),
          roomIds: named.map(({ roomId }) => roomId),
          names: named.map(({ typed }) => typed),
          ats: named.map(({ at }) => at),
        });
  return textIds.length === 0 ? kept : [...kept, ...(await tx.query(statements.keepEveryone, { textIds }))];
}

export const EVERYONE = "all";

export interface Mention {
  /** Empty for everyone. */
  userId: string;
  typed: string;
  name: string;
}

export const MENTIONS_MAX = 50;
/** The limit bounds the work that a text of nothing but marks causes. */
const MARKS_MAX = 200;

/** Mail addresses, paths and package names are no mentions: a letter or sign comes before their mark. */
const INSIDE = /[\p{Script=Latin}\p{Nd}_.+=/@＠-]$/u;
const MARK = /[@＠]/gu;
const WORD = /[\p{Script=Latin}\p{Nd}\p{M}_]/u;

export interface FoundMention<Person> {
  person: Person;
  start: number;
  end: number;
}

export function findMentions<Person extends { typed: string }>(
  text: string,
  people: readonly Person[],
): FoundMention<Person>[] {
  if (people.length === 0) return [];
  const byLength = people.toSorted((a, b) => b.typed.length - a.typed.length);
  const found: FoundMention<Person>[] = [];
  let marks = 0;
  for (const { index: start } of text.matchAll(MARK)) {
    marks += 1;
    if (marks > MARKS_MAX) break;
    if (INSIDE.test(text.slice(Math.max(0, start - 2), start))) continue;
    const person = byLength.find(({ typed }) => isNamedAt(text, start + 1, typed));
    if (person) found.push({ person, start, end: start + 1 + person.typed.length });
  }
  return found;
}

function isNamedAt(text: string, from: number, name: string): boolean {
  const end = from + name.length;
  if (text.slice(from, end).toLowerCase() !== name.toLowerCase()) return false;
  return !(WORD.test(name.slice(-1)) && WORD.test(text.slice(end, end + 1)));
}

export function findMentioned<Person extends { typed: string }>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(findMentions(text, people).map(({ person }) => person.typed.toLowerCase()));
  return people.filter(({ typed }) => names.has(typed.toLowerCase())).slice(0, MENTIONS_MAX);
}

export function isMentioned(found: readonly Mention[], userId: string, authorId: string | null): boolean {
  return found.some((mention) => mention.userId === userId || (mention.userId === "" && authorId !== userId));
}

const TYPED_MAX = 60;

export function findTypedName(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(Math.max(0, caret - TYPED_MAX), caret);
  const mark = Math.max(before.lastIndexOf("@"), before.lastIndexOf("＠"));
  if (mark < 0 || INSIDE.test(before.slice(Math.max(0, mark - 2), mark))) return null;
  const typed = before.slice(mark + 1);
  if (/[\n\t]|^\s|\s{2}|\s\S+\s\S+\s\S+\s/u.test(typed)) return null;
  return { start: caret - typed.length - 1, typed };
}

/** A person whom a message names, as its thread shows them. */
export interface Mention {
  userId: string;
  /** As the text has it. */
  typed: string;
  /** As the person is called today. */
  name: string;
}

/** People whom one message can mention; the marks beyond are text. */
export const MENTIONS_MAX = 50;
/** Marks that are looked at, so that a text of nothing but marks costs no more than any other. */
const MARKS_MAX = 200;

/** A mail address, a path or a name of a package is no mention: its mark follows a letter of its own. */
const INSIDE = /[\p{Script=Latin}\p{Nd}_.+=/@＠-]$/u;
const MARK = /[@＠]/gu;
/** A name that ends in such a letter ends at a word; others, as in Japanese, may be followed by anything. */
const WORD = /[\p{Script=Latin}\p{Nd}\p{M}_]/u;

export interface FoundMention<Person> {
  person: Person;
  /** Of the mark. */
  start: number;
  end: number;
}

/** Where the text names one of these people after an @: the longest name that fits, in any case of letters. */
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

/** Everyone whom the text names. People of the same name are all meant: nothing tells them apart. */
export function findMentioned<Person extends { typed: string }>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(findMentions(text, people).map(({ person }) => person.typed.toLowerCase()));
  return people.filter(({ typed }) => names.has(typed.toLowerCase())).slice(0, MENTIONS_MAX);
}

/** Longer than the longest name is no name that someone is typing. */
const TYPED_MAX = 60;

/** The name that someone is typing before the caret. null: none. */
export function findTypedName(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(Math.max(0, caret - TYPED_MAX), caret);
  const mark = Math.max(before.lastIndexOf("@"), before.lastIndexOf("＠"));
  if (mark < 0 || INSIDE.test(before.slice(Math.max(0, mark - 2), mark))) return null;
  const typed = before.slice(mark + 1);
  if (/[\n\t]|^\s|\s{2}|\s\S+\s\S+\s\S+\s/u.test(typed)) return null;
  return { start: caret - typed.length - 1, typed };
}

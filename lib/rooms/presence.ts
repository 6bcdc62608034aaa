export interface PersonHere {
  id: string;
  name: string;
}

/** LiveText to open pages of a room. */
export interface PeopleHere {
  count: number;
  /** The first by name. */
  people: PersonHere[];
  writing: PersonHere[];
}

/** An open stream of this process. */
export interface Visitor {
  person: PersonHere;
  /** The person does not want to be shown. They see the others. null: their choice is not read yet, so no one sees them. */
  isHidden: boolean | null;
  tell(people: PeopleHere): void;
}

/** Between processes. Each tells the people of its own streams. */
export type PresenceMessage =
  | { kind: "here" | "gone"; process: string; rooms: [roomId: string, people: PersonHere[]][] }
  /** A process that has just begun to hear knows no one. */
  | { kind: "asked"; process: string }
  | { kind: "writing"; process: string; roomId: string; person: PersonHere; isWriting: boolean }
  | { kind: "hidden"; process: string; userId: string; isHidden: boolean };

export const TICK_MS = 1_000;
/** Going from one page of a room to the next ends a stream and opens another, and no one has left. */
export const LINGER_MS = 5_000;
export const BEAT_MS = 30_000;
/** People of a process that was killed are gone after two beats that did not come. */
export const HERE_MAX_MS = 75_000;
/** Browsers signal once in three seconds. */
export const WRITING_MAX_MS = 6_000;
export const SIGNAL_MIN_MS = 2_500;
export const NAMED_MAX = 50;
const WRITERS_MAX = 4;
/**
 * A room of five hundred open pages in which everyone comes, goes and writes tells each page once in five seconds, and not
 * each page of each.
 */
export const TOLD_PER_SECOND_MAX = 100;

type Named = ReadonlyMap<string, { name: string }>;

/** Of a room, as its pages are told. */
export function listPeopleHere({ here, writing }: { here: Named; writing: Named }): PeopleHere {
  const people = [...here].map(([id, { name }]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const writers = [...writing].map(([id, { name }]) => ({ id, name }));
  return { count: people.length, people: people.slice(0, NAMED_MAX), writing: writers.slice(0, WRITERS_MAX) };
}

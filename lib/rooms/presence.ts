export interface PersonHere {
  id: string;
  name: string;
}

export interface PeopleHere {
  count: number;
  people: PersonHere[];
  writing: PersonHere[];
}

export interface Visitor {
  person: PersonHere;
  /** Hidden people still see the others. null means that their choice is not read yet, so no one sees them. */
  isHidden: boolean | null;
  tell(people: PeopleHere): void;
}

export type PresenceMessage =
  | { kind: "here" | "gone"; process: string; rooms: [roomId: string, people: PersonHere[]][] }
  /** A process that just started to listen knows no one. */
  | { kind: "asked"; process: string }
  | { kind: "writing"; process: string; roomId: string; person: PersonHere; isWriting: boolean }
  | { kind: "hidden"; process: string; userId: string; isHidden: boolean };

export const TICK_MS = 1_000;
/** Changing pages within a room ends one stream and opens another, and no one has left. */
export const LINGER_MS = 5_000;
export const BEAT_MS = 30_000;
export const HERE_MAX_MS = 75_000;
export const WRITING_MAX_MS = 6_000;
export const SIGNAL_MIN_MS = 2_500;
export const NAMED_MAX = 50;
const WRITERS_MAX = 4;
/** A room with 500 open pages notifies each page every five seconds instead of at each change. */
export const NOTIFIED_PER_SECOND_MAX = 100;

type Named = ReadonlyMap<string, { name: string }>;

export function listPeopleHere({ here, writing }: { here: Named; writing: Named }): PeopleHere {
  const people = [...here].map(([id, { name }]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const writers = [...writing].map(([id, { name }]) => ({ id, name }));
  return { count: people.length, people: people.slice(0, NAMED_MAX), writing: writers.slice(0, WRITERS_MAX) };
}

import {
  BEAT_MS,
  HERE_MAX_MS,
  LINGER_MS,
  listPeopleHere,
  NOTIFIED_PER_SECOND_MAX,
  type PersonHere,
  type PresenceMessage,
  SIGNAL_MIN_MS,
  type Visitor,
  WRITING_MAX_MS,
} from "./presence";

/** Presence lives in memory only, as far as this process knows. The current time is always passed in. */

interface Here {
  name: string;
  /** Each process counts until its time, unless it repeats itself. */
  until: Map<string, number>;
}

interface RoomPeople {
  visitors: Set<Visitor>;
  unnotified: Set<Visitor>;
  here: Map<string, Here>;
  writing: Map<string, { name: string; untilMs: number }>;
  /** Outlives the writing, so that stopping and starting again sends no second signal. */
  signalledAtMs: Map<string, number>;
  isChanged: boolean;
  notifyFromMs: number;
}

export interface Presence {
  readonly process: string;
  readonly rooms: Map<string, RoomPeople>;
  beatAtMs: number;
  came: Map<string, Map<string, PersonHere>>;
  left: Map<string, Map<string, PersonHere>>;
}

export function createPresence(process: string): Presence {
  return { process, rooms: new Map(), beatAtMs: 0, came: new Map(), left: new Map() };
}

function openRoom({ rooms }: Presence, roomId: string): RoomPeople {
  const known = rooms.get(roomId);
  if (known) return known;
  const room: RoomPeople = {
    visitors: new Set(),
    unnotified: new Set(),
    here: new Map(),
    writing: new Map(),
    signalledAtMs: new Map(),
    isChanged: false,
    notifyFromMs: 0,
  };
  rooms.set(roomId, room);
  return room;
}

export function enter(presence: Presence, roomId: string, visitor: Visitor): (nowMs: number) => void {
  const room = openRoom(presence, roomId);
  room.visitors.add(visitor);
  room.unnotified.add(visitor);
  show(presence, roomId, visitor, Number.POSITIVE_INFINITY);
  return (nowMs) => {
    room.visitors.delete(visitor);
    room.unnotified.delete(visitor);
    if (visitor.isHidden === false) settle(presence, roomId, visitor.person.id, nowMs + LINGER_MS);
  };
}

export function setChoice(presence: Presence, roomId: string, visitor: Visitor, isHidden: boolean): void {
  if (visitor.isHidden !== null || !presence.rooms.get(roomId)?.visitors.has(visitor)) return;
  visitor.isHidden = isHidden;
  show(presence, roomId, visitor, Number.POSITIVE_INFINITY);
}

function show(presence: Presence, roomId: string, { person, isHidden }: Visitor, untilMs: number): void {
  if (isHidden !== false) return;
  if (setHere(openRoom(presence, roomId), presence.process, person, untilMs))
    recordMove(presence, "came", roomId, person);
}

function settle(presence: Presence, roomId: string, id: string, untilMs: number): void {
  const room = presence.rooms.get(roomId);
  const until = room?.here.get(id)?.until;
  if (!room || !until?.has(presence.process)) return;
  const isShown = [...room.visitors].some(({ person, isHidden }) => person.id === id && isHidden === false);
  if (!isShown) until.set(presence.process, untilMs);
}

function setHere(room: RoomPeople, process: string, { id, name }: PersonHere, untilMs: number): boolean {
  const known = room.here.get(id);
  if (!known || known.name !== name) {
    room.here.set(id, { name, until: known?.until ?? new Map() });
    room.isChanged = true;
  }
  const { until } = room.here.get(id) ?? { until: new Map<string, number>() };
  const isNew = !until.has(process);
  until.set(process, untilMs);
  return isNew;
}

function dropHere(room: RoomPeople, process: string, id: string): void {
  const known = room.here.get(id);
  if (!known?.until.delete(process) || known.until.size > 0) return;
  room.here.delete(id);
  room.writing.delete(id);
  room.isChanged = true;
}

/** If someone returns before we publish their leaving, publish neither. */
function recordMove(presence: Presence, kind: "came" | "left", roomId: string, person: PersonHere): void {
  const [into, from] = kind === "came" ? [presence.came, presence.left] : [presence.left, presence.came];
  from.get(roomId)?.delete(person.id);
  into.set(roomId, (into.get(roomId) ?? new Map<string, PersonHere>()).set(person.id, person));
}

export function write(
  presence: Presence,
  roomId: string,
  person: PersonHere,
  { isWriting, nowMs }: { isWriting: boolean; nowMs: number },
): PresenceMessage | null {
  const room = presence.rooms.get(roomId);
  const isEarly = nowMs - (room?.signalledAtMs.get(person.id) ?? 0) < SIGNAL_MIN_MS;
  if (isWriting ? isEarly : !room?.writing.has(person.id)) return null;
  setWriting(openRoom(presence, roomId), person, isWriting, nowMs);
  return { kind: "writing", process: presence.process, roomId, person, isWriting };
}

function setWriting(room: RoomPeople, { id, name }: PersonHere, isWriting: boolean, nowMs: number): void {
  const wasWriting = room.writing.has(id);
  if (isWriting) {
    room.writing.set(id, { name, untilMs: nowMs + WRITING_MAX_MS });
    room.signalledAtMs.set(id, nowMs);
  } else room.writing.delete(id);
  if (wasWriting !== isWriting) room.isChanged = true;
}

export function hide(presence: Presence, userId: string, isHidden: boolean, nowMs: number): void {
  for (const [roomId, room] of presence.rooms) {
    if (isHidden && room.writing.delete(userId)) room.isChanged = true;
    for (const visitor of room.visitors) {
      if (visitor.person.id !== userId) continue;
      visitor.isHidden = isHidden;
      if (!isHidden) show(presence, roomId, visitor, Number.POSITIVE_INFINITY);
    }
    // Someone who left a moment ago still counts.
    if (isHidden) settle(presence, roomId, userId, nowMs);
  }
}

export function receive(presence: Presence, message: PresenceMessage, nowMs: number): void {
  if (message.process === presence.process) return;
  if (message.kind === "asked") presence.beatAtMs = 0;
  else if (message.kind === "hidden") hide(presence, message.userId, message.isHidden, nowMs);
  else if (message.kind === "writing")
    setWriting(openRoom(presence, message.roomId), message.person, message.isWriting, nowMs);
  else
    for (const [roomId, people] of message.rooms) {
      const room = openRoom(presence, roomId);
      for (const person of people) {
        if (message.kind === "gone") dropHere(room, message.process, person.id);
        else setHere(room, message.process, person, nowMs + HERE_MAX_MS);
      }
    }
}

export function tick(presence: Presence, nowMs: number): void {
  for (const [roomId, room] of presence.rooms) {
    for (const { process, person } of sweep(room, nowMs))
      if (process === presence.process) recordMove(presence, "left", roomId, person);
    notifyVisitors(room, nowMs);
    const { visitors, here, writing, signalledAtMs } = room;
    if (visitors.size + here.size + writing.size + signalledAtMs.size === 0) presence.rooms.delete(roomId);
  }
}

function sweep(room: RoomPeople, nowMs: number): { process: string; person: PersonHere }[] {
  for (const [id, { untilMs }] of room.writing)
    if (untilMs <= nowMs) {
      room.writing.delete(id);
      room.isChanged = true;
    }
  for (const [id, atMs] of room.signalledAtMs) if (atMs + SIGNAL_MIN_MS <= nowMs) room.signalledAtMs.delete(id);
  const gone = [...room.here].flatMap(([id, { name, until }]) =>
    [...until].flatMap(([process, untilMs]) => (untilMs <= nowMs ? { process, person: { id, name } } : [])),
  );
  for (const { process, person } of gone) dropHere(room, process, person.id);
  return gone;
}

function notifyVisitors(room: RoomPeople, nowMs: number): void {
  if (nowMs < room.notifyFromMs || (!room.isChanged && room.unnotified.size === 0)) return;
  const peopleHere = listPeopleHere(room);
  for (const visitor of room.isChanged ? room.visitors : room.unnotified) visitor.tell(peopleHere);
  room.unnotified.clear();
  room.isChanged = false;
  const seconds = Math.max(1, Math.ceil(room.visitors.size / NOTIFIED_PER_SECOND_MAX));
  room.notifyFromMs = nowMs + seconds * 1_000;
}

export function collect(presence: Presence, nowMs: number): PresenceMessage[] {
  const { process, came, left } = presence;
  const isBeat = nowMs >= presence.beatAtMs;
  if (isBeat) presence.beatAtMs = nowMs + BEAT_MS;
  const here = isBeat ? listOwn(presence) : listPeople(came);
  const gone = listPeople(left);
  came.clear();
  left.clear();
  return [
    ...(here.length > 0 ? [{ kind: "here" as const, process, rooms: here }] : []),
    ...(gone.length > 0 ? [{ kind: "gone" as const, process, rooms: gone }] : []),
  ];
}

export function leaveAll(presence: Presence): PresenceMessage[] {
  const rooms = listOwn(presence);
  return rooms.length > 0 ? [{ kind: "gone", process: presence.process, rooms }] : [];
}

function listPeople(rooms: ReadonlyMap<string, ReadonlyMap<string, PersonHere>>): [string, PersonHere[]][] {
  return [...rooms].flatMap(([roomId, people]): [string, PersonHere[]][] =>
    people.size > 0 ? [[roomId, [...people.values()]]] : [],
  );
}

function listOwn({ process, rooms }: Presence): [string, PersonHere[]][] {
  return [...rooms].flatMap(([roomId, { here }]): [string, PersonHere[]][] => {
    const own = [...here].flatMap(([id, { name, until }]) => (until.has(process) ? { id, name } : []));
    return own.length > 0 ? [[roomId, own]] : [];
  });
}

export interface WorkspaceRoom {
  id: string;
  name: string;
  isDirect: boolean;
  role: number | null;
  organizationId: string | null;
  organizationName: string | null;
}

export type RoomGroup =
  | { kind: "organization"; id: string; name: string; rooms: WorkspaceRoom[] }
  | { kind: "own" | "direct"; id: string; rooms: WorkspaceRoom[] };

export function groupRooms(rooms: readonly WorkspaceRoom[], locale: string): RoomGroup[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sorted = rooms.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const organizations = new Map<string, RoomGroup & { kind: "organization" }>();
  const own: RoomGroup = { kind: "own", id: "own", rooms: [] };
  const direct: RoomGroup = { kind: "direct", id: "direct", rooms: [] };
  for (const room of sorted) {
    const { organizationId: id, organizationName } = room;
    if (room.isDirect) direct.rooms.push(room);
    else if (id === null) own.rooms.push(room);
    else {
      const group = organizations.get(id) ?? { kind: "organization", id, name: organizationName ?? id, rooms: [] };
      group.rooms.push(room);
      organizations.set(id, group);
    }
  }
  const named = [...organizations.values()].sort((a, b) => compare(a.name, b.name));
  return [...named, own, direct].filter((group) => group.rooms.length > 0);
}

export function orderByNewest<Room>(rooms: readonly Room[], newestId: (room: Room) => string): Room[] {
  return rooms.toSorted((a, b) => {
    const [first, second] = [newestId(a), newestId(b)];
    return first === second ? 0 : first < second ? 1 : -1;
  });
}

export function preferShared<Room extends { organizationId: string | null }>(rooms: readonly Room[]): Room[] {
  return rooms.toSorted((a, b) => Number(a.organizationId === null) - Number(b.organizationId === null));
}

export function matchesRoom(room: WorkspaceRoom, search: string): boolean {
  const fold = (text: string) => text.normalize("NFKC").toLowerCase();
  const wanted = fold(search.trim());
  return [room.name, room.organizationName ?? ""].some((text) => fold(text).includes(wanted));
}

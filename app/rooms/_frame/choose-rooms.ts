import type { RoomGroup } from "@/lib/rooms/workspace";

/** A group of the navigation: what it shows of a room, and nothing else, is sent with every page. */
export type NavGroup = Pick<RoomGroup, "kind" | "id"> & {
  name?: string;
  rooms: readonly { id: string; name: string; isMuted?: true }[];
};

export function nameRooms(groups: readonly RoomGroup[], muted: ReadonlySet<string>): NavGroup[] {
  return groups.map((group) => ({
    ...group,
    rooms: group.rooms.map(({ id, name }) => ({ id, name, ...(muted.has(id) ? { isMuted: true } : {}) })),
  }));
}

export const NAV_ROOMS_MAX = 50;

interface Choice {
  currentId: string | undefined;
  hasNews: (roomId: string) => boolean;
  newestIds: readonly string[];
}

export function chooseRooms(
  groups: readonly NavGroup[],
  { currentId, hasNews, newestIds }: Choice,
): { groups: readonly NavGroup[]; others: number } {
  const ids = groups.flatMap(({ rooms }) => rooms.map(({ id }) => id));
  if (ids.length <= NAV_ROOMS_MAX) return { groups, others: 0 };
  const known = new Set(ids);
  const ranked = [currentId ?? "", ...ids.filter(hasNews), ...newestIds, ...ids].filter((id) => known.has(id));
  const chosen = new Set([...new Set(ranked)].slice(0, NAV_ROOMS_MAX));
  const shown = groups
    .map((group) => ({ ...group, rooms: group.rooms.filter(({ id }) => chosen.has(id)) }))
    .filter(({ rooms }) => rooms.length > 0);
  return { groups: shown, others: ids.length - chosen.size };
}

const ATTEMPTS_AT_ONCE = 1_024;
export const ATTEMPTS_PER_ENTITY = 128;
export const ATTEMPTS_PER_HOST = 64;
const ATTEMPTS_PER_SLOW_HOST = 4;
export const ROWS_PER_WEBHOOK = 2;

interface Occupant {
  entityId: string;
  host: string;
}

function count(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const next = (counts.get(name) ?? 0) + by;
  if (next > 0) counts.set(name, next);
  else counts.delete(name);
}

export type Slots = ReturnType<typeof createSlots>;

/** A host that hangs, or a tenant with a thousand deliveries, fills only its own share. */
export function createSlots() {
  const hosts = new Map<string, number>();
  const entities = new Map<string, number>();
  const slow = new Set<string>();
  /** The last claim may have passed over deliveries of these shares, which were nearly full. */
  let tight = new Set<string>();
  let wasCrowded = false;
  let taken = 0;
  const move = ({ entityId, host }: Occupant, by: 1 | -1) => {
    taken += by;
    count(hosts, host, by);
    count(entities, entityId, by);
  };
  const shareOf = (host: string) => (slow.has(host) ? ATTEMPTS_PER_SLOW_HOST : ATTEMPTS_PER_HOST);
  const hasRoom = (entityId: string) => taken < ATTEMPTS_AT_ONCE && (entities.get(entityId) ?? 0) < ATTEMPTS_PER_ENTITY;
  return {
    get free() {
      return Math.max(0, ATTEMPTS_AT_ONCE - taken);
    },
    enter: (occupant: Occupant): void => move(occupant, 1),
    tryEnter(occupant: Occupant): boolean {
      const isFree = hasRoom(occupant.entityId) && (hosts.get(occupant.host) ?? 0) < shareOf(occupant.host);
      if (isFree) move(occupant, 1);
      return isFree;
    },
    hasRoom,
    listFullHosts: (): string[] => [...hosts].flatMap(([host, used]) => (used >= shareOf(host) ? host : [])),
    /** Returns true when a delivery may have been passed over for this slot. */
    leave(occupant: Occupant, wasSlow: boolean): boolean {
      const { entityId, host } = occupant;
      const wasFull =
        taken >= ATTEMPTS_AT_ONCE ||
        wasCrowded ||
        (hosts.get(host) ?? 0) >= shareOf(host) ||
        (entities.get(entityId) ?? 0) >= ATTEMPTS_PER_ENTITY ||
        tight.has(host) ||
        tight.has(entityId);
      move(occupant, -1);
      if (!wasSlow) slow.delete(host);
      // The set is bounded, because a hostile tenant can add any number of names.
      else if (slow.add(host).size > ATTEMPTS_AT_ONCE) slow.delete([...slow][0] ?? "");
      return wasFull;
    },
    beginClaim() {
      const freeAt = (host: string) => Math.max(0, shareOf(host) - (hosts.get(host) ?? 0));
      const freeHosts = [...new Set([...hosts.keys(), ...slow])].map((host) => [host, freeAt(host)] as const);
      const freeEntities = [...entities].map(([id, used]) => [id, Math.max(0, ATTEMPTS_PER_ENTITY - used)] as const);
      const shares = [...freeHosts, ...freeEntities];
      wasCrowded = ATTEMPTS_AT_ONCE - taken < ROWS_PER_WEBHOOK;
      tight = new Set(shares.flatMap(([name, free]) => (free < ROWS_PER_WEBHOOK ? name : [])));
      return { hosts: Object.fromEntries(freeHosts), entities: Object.fromEntries(freeEntities) };
    },
  };
}

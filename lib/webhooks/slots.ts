/** Attempts that one process makes side by side: in all, for one billing entity, and at one host. */
export const ATTEMPTS_AT_ONCE = 512;
export const ATTEMPTS_PER_ENTITY = 64;
export const ATTEMPTS_PER_HOST = 16;

export interface Occupant {
  entityId: string;
  host: string;
}

/**
 * Who is being delivered to right now. A host that hangs, or a tenant with a thousand of them, fills its own share and
 * nobody else's.
 */
export interface Slots {
  readonly free: number;
  enter(occupant: Occupant): void;
  leave(occupant: Occupant): void;
  /** Free places of hosts and entities that hold some already; all others have their whole share. */
  readonly freeOfHosts: { name: string; free: number }[];
  readonly freeOfEntities: { name: string; free: number }[];
}

export function createSlots(): Slots {
  const hosts = new Map<string, number>();
  const entities = new Map<string, number>();
  let taken = 0;
  const count = (counts: Map<string, number>, name: string, by: 1 | -1) => {
    const next = (counts.get(name) ?? 0) + by;
    if (next > 0) counts.set(name, next);
    else counts.delete(name);
  };
  const listFree = (counts: Map<string, number>, share: number) =>
    [...counts].map(([name, used]) => ({ name, free: Math.max(0, share - used) }));
  const move = ({ entityId, host }: Occupant, by: 1 | -1) => {
    taken += by;
    count(hosts, host, by);
    count(entities, entityId, by);
  };
  return {
    get free() {
      return Math.max(0, ATTEMPTS_AT_ONCE - taken);
    },
    enter: (occupant) => move(occupant, 1),
    leave: (occupant) => move(occupant, -1),
    get freeOfHosts() {
      return listFree(hosts, ATTEMPTS_PER_HOST);
    },
    get freeOfEntities() {
      return listFree(entities, ATTEMPTS_PER_ENTITY);
    },
  };
}

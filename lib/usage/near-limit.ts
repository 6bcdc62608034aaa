import { now } from "../platform/clock";
import { shared } from "../platform/shared";

/**
 * An entity with fewer units left reserves them before it writes: a write that does not fit would undo its neighbours.
 */
const NEAR = 2_000;
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;

const remembered = () => shared("near-limit", () => new Map<string, number>());

export function markNearLimit(entityId: string, { remaining }: { remaining: number | null }): void {
  if (remaining === null || remaining >= NEAR) return;
  const entities = remembered();
  const [oldest] = entities.keys();
  entities.delete(entityId);
  if (entities.size >= REMEMBERED_MAX && oldest !== undefined) entities.delete(oldest);
  entities.set(entityId, now().getTime() + REMEMBERED_MS);
}

export function isNearLimit(entityId: string): boolean {
  const until = remembered().get(entityId);
  return until !== undefined && until > now().getTime();
}

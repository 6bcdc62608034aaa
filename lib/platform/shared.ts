/**
 * The front door and Next's bundle are two module graphs in one process. Things that must exist once (pool, burst windows,
 * group commit) are made here and kept on globalThis. Each graph has its own copy of every class: a shared thing may neither
 * throw nor compare one of ours, and returns plain values.
 */
const SLOT = Symbol.for("svc.shared");
const slots = globalThis as Record<symbol, unknown>;
slots[SLOT] ??= new Map<string, unknown>();
const store = slots[SLOT] as Map<string, unknown>;

export function shared<T>(name: string, make: () => T): T {
  if (!store.has(name)) store.set(name, make());
  return store.get(name) as T;
}

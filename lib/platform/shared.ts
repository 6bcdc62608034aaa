/**
 * The front door and Next's bundle are two module graphs in one process, each with its own copy of every class. What
 * must exist once is kept here on globalThis, and may neither throw nor compare a class of ours.
 */
const SLOT = Symbol.for("svc.shared");
const slots = globalThis as Record<symbol, unknown>;
slots[SLOT] ??= new Map<string, unknown>();
const store = slots[SLOT] as Map<string, unknown>;

export function shared<T>(name: string, make: () => T): T {
  if (!store.has(name)) store.set(name, make());
  return store.get(name) as T;
}

/**
 * The front door and Next's bundle are two module graphs in one process. What must exist once
 * (pool, burst windows, group commit) is made here and kept on globalThis.
 * Each graph has its own copy of every class: nothing shared may throw or compare one of ours. It answers a value.
 */
const SLOT = Symbol.for("svc.shared");
const slots = globalThis as Record<symbol, unknown>;
slots[SLOT] ??= new Map<string, unknown>();
const store = slots[SLOT] as Map<string, unknown>;

export function shared<T>(name: string, make: () => T): T {
  if (!store.has(name)) store.set(name, make());
  return store.get(name) as T;
}

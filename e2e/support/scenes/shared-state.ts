/** Forgets what `lib/platform/shared.ts` keeps, so that a changed environment is read again. */
export function resetShared(): void {
  const store: unknown = Reflect.get(globalThis, Symbol.for("svc.shared"));
  if (store instanceof Map) store.clear();
}

/** Begins every burst window again: for tests that need more writes of a person, or requests of an address, than a minute allows. */
export function forgetBursts(): void {
  const store: unknown = Reflect.get(globalThis, Symbol.for("svc.shared"));
  if (store instanceof Map) for (const name of ["burst-backend", "full-addresses"]) store.delete(name);
}

/** One of them, as if the process had just started. */
export function forgetShared(name: string): void {
  (Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>).delete(name);
}

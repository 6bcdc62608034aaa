/** Forgets what `lib/platform/shared.ts` keeps, so that a changed environment is read anew. */
export function resetShared(): void {
  const store: unknown = Reflect.get(globalThis, Symbol.for("svc.shared"));
  if (store instanceof Map) store.clear();
}

/** Begins every burst window again: for tests of rules that need more writes of one person than a minute allows. */
export function forgetBursts(): void {
  const store: unknown = Reflect.get(globalThis, Symbol.for("svc.shared"));
  if (store instanceof Map) store.delete("burst-backend");
}

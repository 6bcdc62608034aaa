/** Forgets what `lib/platform/shared.ts` keeps, so that a changed environment is read anew. */
export function resetShared(): void {
  const store: unknown = Reflect.get(globalThis, Symbol.for("svc.shared"));
  if (store instanceof Map) store.clear();
}

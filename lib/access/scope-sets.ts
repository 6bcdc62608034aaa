/** pg returns equal lists as the same array, so each combination of scopes gets one set instead of one a request. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
const allowedSets = new WeakMap<readonly string[], WeakMap<readonly string[], ReadonlySet<string>>>();
const texts = new WeakMap<ReadonlySet<string>, string>();

export function toScopeSet(scopes: readonly string[]): ReadonlySet<string> {
  return remember(sets, scopes, () => new Set(scopes));
}

export function toAllowedSet(scopes: readonly string[], allowed: readonly string[]): ReadonlySet<string> {
  const ofScopes = remember(allowedSets, scopes, () => new WeakMap());
  return remember(ofScopes, allowed, () => new Set(scopes.filter((scope) => allowed.includes(scope))));
}

export function writeScopes(scopes: ReadonlySet<string>): string {
  return remember(texts, scopes, () => [...scopes].join(" "));
}

function remember<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

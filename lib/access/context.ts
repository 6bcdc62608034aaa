import type { Caller } from "./caller";

/** For lists of the caller's own billing context: the list is bounded by it, so there is nothing to find. */
export function openContext(_caller: Caller): Promise<null> {
  return Promise.resolve(null);
}

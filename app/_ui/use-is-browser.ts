"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False on the server and while React takes over the page, true from then on. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

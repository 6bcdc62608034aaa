"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

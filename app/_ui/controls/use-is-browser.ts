"use client";

import { useSyncExternalStore } from "react";

export const neverChanges = () => () => undefined;

export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

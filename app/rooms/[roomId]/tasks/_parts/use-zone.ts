"use client";

import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { DEFAULT_ZONE, readZone } from "@/lib/tasks/days";

/** The reader's time zone, which only the browser knows. On the server and without JavaScript it is UTC. */
export function useZone(): string {
  return useIsBrowser() ? readZone(Intl.DateTimeFormat().resolvedOptions().timeZone) : DEFAULT_ZONE;
}

"use client";

import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { DEFAULT_ZONE, readZone } from "@/lib/tasks/days";

/** The reader's zone, which the browser alone knows; until it takes over, and without JavaScript, days are those of UTC. */
export function useZone(): string {
  return useIsBrowser() ? readZone(Intl.DateTimeFormat().resolvedOptions().timeZone) : DEFAULT_ZONE;
}

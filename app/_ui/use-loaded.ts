"use client";

import { type ComponentType, useCallback, useState } from "react";

/**
 * A component that is loaded when it is first wanted, and null until then. One that cannot be loaded, without a network or after
 * an update of the service, stays null: thrown, as `lazy` does, the failure would take the whole page away.
 */
export function useLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Loaded: ComponentType<Props> | null, want: () => Promise<boolean>] {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const want = useCallback(async () => {
    const found = await load().catch(() => null);
    if (found) setLoaded(() => found);
    return found !== null;
  }, [load]);
  return [Loaded, want];
}

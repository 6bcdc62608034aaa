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
  const want = useCallback(() => {
    const keep = (found: ComponentType<Props>) => {
      setLoaded(() => found);
      return true;
    };
    return load().then(keep, () => false);
  }, [load]);
  return [Loaded, want];
}

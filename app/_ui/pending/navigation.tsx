"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useOptimistic, useState } from "react";
import { findPending, type Pending } from "./find-pending";
import { watchNavigation } from "./watch-navigation";

/** The URL that the router is on its way to; null while it stays. */
const TargetContext = createContext<string | null>(null);
const PendingContext = createContext<Pending | null>(null);

const SLOW_MS = 200;

/**
 * Knows the page on its way. The optimistic value is set within the router's transition, so React takes it back in the
 * same paint in which the page arrives, was replaced by another one, or failed.
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [target, setTarget] = useOptimistic<string | null>(null);
  useEffect(() => watchNavigation(setTarget), [setTarget]);
  const pending = target === null ? null : findPending(pathname, target);
  const isSlow = useSlow(pending !== null);
  return (
    <TargetContext value={target}>
      <PendingContext value={isSlow ? pending : null}>{children}</PendingContext>
    </TargetContext>
  );
}

function useSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isPending && isSlow;
}

export function useSlowNavigation(): Pending | null {
  return useContext(PendingContext);
}

export function useIsLeaving(): boolean {
  return useContext(TargetContext) !== null;
}

export function useChosenPathname(): string {
  const pathname = usePathname();
  const target = useContext(TargetContext);
  return target === null || findPending(pathname, target) === null ? pathname : readUrl(target).pathname;
}

/** The link of a group that was just chosen, before its page has arrived; null when it is none of them. */
export function useChosenHref(hrefs: readonly string[]): string | null {
  const target = useContext(TargetContext);
  if (target === null) return null;
  const { pathname, search } = readUrl(target);
  return hrefs.find((href) => href === pathname + search) ?? null;
}

function readUrl(href: string): URL {
  return new URL(href, "http://local");
}

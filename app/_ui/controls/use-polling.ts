"use client";

import { useEffect } from "react";

/** Asks once in so many milliseconds, and when the page is hidden or seen again. The signal ends with the page. */
export function usePolling(ask: (signal: AbortSignal) => unknown, everyMs: number): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setInterval(() => void ask(signal), everyMs);
    document.addEventListener("visibilitychange", () => void ask(signal), { signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [ask, everyMs]);
}

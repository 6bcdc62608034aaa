"use client";

import { useEffect, useState } from "react";

const TICK_MS = 10_000;
const WATCHED_MS = 24 * 60 * 60_000;

/**
 * Milliseconds since `drawn`, an instant of the server's clock, reached the browser: 0 at first, then in steps. The
 * browser's clock may be wrong, but it counts evenly.
 */
export function useElapsedMs(drawn: string | null, ageMs: number): number {
  const [elapsed, setElapsed] = useState({ since: drawn, ms: 0 });
  const isWatched = drawn !== null && ageMs < WATCHED_MS;
  useEffect(() => {
    if (!isWatched) return;
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsed({ since: drawn, ms: performance.now() - startedAt }), TICK_MS);
    return () => clearInterval(timer);
  }, [drawn, isWatched]);
  return elapsed.since === drawn ? elapsed.ms : 0;
}

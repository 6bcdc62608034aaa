"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const UnreadCount = createContext(0);
const POLL_MS = 60_000;

/** Counts for both bells of the frame, the wide and the narrow one. Each new page brings its count; an open one asks again. */
export function UnreadProvider({ count, children }: { count: number; children: ReactNode }) {
  const [given, setGiven] = useState(count);
  const [current, setCurrent] = useState(count);
  if (given !== count) {
    setGiven(count);
    setCurrent(count);
  }
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const found = document.hidden ? null : await readCount(stop.signal);
      if (found !== null && !stop.signal.aborted) setCurrent(found);
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    const { signal } = stop;
    document.addEventListener("visibilitychange", () => void ask(), { signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  return <UnreadCount value={current}>{children}</UnreadCount>;
}

export function useUnreadCount(): number {
  return useContext(UnreadCount);
}

async function readCount(signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch("/settings/notifications/unread", { signal, cache: "no-store" });
    const { count } = (await answer.json()) as { count?: unknown };
    return answer.ok && typeof count === "number" ? count : null;
  } catch {
    return null;
  }
}

"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { usePolling } from "@/app/_ui/controls/use-polling";

interface UnreadValue {
  count: number;
  recount: () => Promise<void>;
}

const UnreadCount = createContext<UnreadValue>({ count: 0, recount: async () => undefined });
const POLL_MS = 60_000;

/** Counts for both bells of the frame, the wide and the narrow one. Each new page brings its count; an open one asks again. */
export function UnreadProvider({ count, children }: { count: number; children: ReactNode }) {
  const [given, setGiven] = useState(count);
  const [current, setCurrent] = useState(count);
  if (given !== count) {
    setGiven(count);
    setCurrent(count);
  }
  const ask = useCallback(async (signal?: AbortSignal) => {
    const found = document.hidden ? null : await readCount(signal);
    if (found !== null && !signal?.aborted) setCurrent(found);
  }, []);
  usePolling(ask, POLL_MS);
  const value = useMemo(() => ({ count: current, recount: () => ask() }), [current, ask]);
  return <UnreadCount value={value}>{children}</UnreadCount>;
}

export function useUnreadCount(): UnreadValue {
  return useContext(UnreadCount);
}

async function readCount(signal: AbortSignal | undefined): Promise<number | null> {
  try {
    const answer = await fetch("/settings/notifications/unread", { signal: signal ?? null, cache: "no-store" });
    const { count } = (await answer.json()) as { count?: unknown };
    return answer.ok && typeof count === "number" ? count : null;
  } catch {
    return null;
  }
}

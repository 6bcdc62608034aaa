"use client";

import { usePathname, useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { type ActivitySummary, isSameActivity, ActivitySummary as Summary } from "./activity";
import { ROOMS_PATH } from "./paths";

const POLL_MS = 15_000;

interface RoomActivityValue {
  unread: Readonly<Record<string, number>>;
  mentions: Readonly<Record<string, number>>;
  /** This page has marked the room as read. */
  clear: (roomId: string) => void;
}

const RoomActivityContext = createContext<RoomActivityValue>({ unread: {}, mentions: {}, clear: () => undefined });

export function useRoomActivity(): RoomActivityValue {
  return useContext(RoomActivityContext);
}

/** Unread counts for the navigation: the server's, and later ones while the page is visible. The list of rooms follows them. */
export function RoomActivityProvider({ summary, children }: { summary: ActivitySummary; children: ReactNode }) {
  const [given, setGiven] = useState(summary);
  const [current, setCurrent] = useState(summary);
  if (given !== summary) {
    setGiven(summary);
    setCurrent(summary);
  }
  const router = useRouter();
  const isList = usePathname() === ROOMS_PATH;
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
  }, [current]);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const found = document.hidden ? null : await readSummary(stop.signal);
      if (!found || stop.signal.aborted || isSameActivity(found, shown.current)) return;
      setCurrent(found);
      if (isList) router.refresh();
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    document.addEventListener("visibilitychange", () => void ask(), { signal: stop.signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isList, router]);
  const clear = useCallback((roomId: string) => {
    setCurrent((held) => {
      const { [roomId]: _read, ...unread } = held.unread;
      const { [roomId]: _mentioned, ...mentions } = held.mentions;
      return { ...held, unread, mentions };
    });
  }, []);
  const value = useMemo(() => ({ unread: current.unread, mentions: current.mentions, clear }), [current, clear]);
  return <RoomActivityContext value={value}>{children}</RoomActivityContext>;
}

async function readSummary(signal: AbortSignal): Promise<ActivitySummary | null> {
  try {
    const answer = await fetch("/api/rooms/activity", { signal, cache: "no-store" });
    return answer.ok ? Summary.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}

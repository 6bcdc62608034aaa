"use client";

import { usePathname, useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { ROOMS_PATH } from "@/app/_links";
import { usePolling } from "@/app/_ui/controls/use-polling";
import { type ActivitySummary, isSameActivity } from "./activity";

const POLL_MS = 15_000;

type Counts = Pick<ActivitySummary, "unread" | "mentions" | "comments" | "commentMentions">;

interface RoomActivityValue extends Readonly<Counts> {
  clear: (roomId: string) => void;
  recount: () => Promise<void>;
}

const RoomActivityContext = createContext<RoomActivityValue>({
  unread: {},
  mentions: {},
  comments: {},
  commentMentions: {},
  clear: () => undefined,
  recount: async () => undefined,
});

export function useRoomActivity(): RoomActivityValue {
  return useContext(RoomActivityContext);
}

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
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      const found = document.hidden ? null : await readSummary(signal);
      if (!found || signal?.aborted || isSameActivity(found, shown.current)) return;
      setCurrent(found);
      if (isList) router.refresh();
    },
    [isList, router],
  );
  usePolling(ask, POLL_MS);
  const clear = useCallback((roomId: string) => {
    setCurrent((held) => {
      const { [roomId]: _read, ...unread } = held.unread;
      const { [roomId]: _mentioned, ...mentions } = held.mentions;
      return { ...held, unread, mentions };
    });
  }, []);
  const value = useMemo(() => ({ ...current, clear, recount: () => ask() }), [current, clear, ask]);
  return <RoomActivityContext value={value}>{children}</RoomActivityContext>;
}

async function readSummary(signal: AbortSignal | undefined): Promise<ActivitySummary | null> {
  try {
    const answer = await fetch("/api/rooms/activity", { signal: signal ?? null, cache: "no-store" });
    return answer.ok ? ((await answer.json()) as ActivitySummary) : null;
  } catch {
    return null;
  }
}

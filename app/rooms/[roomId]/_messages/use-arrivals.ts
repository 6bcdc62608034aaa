"use client";

import { useEffect, useRef, useState } from "react";
import type { SharedMessage } from "./thread-page";

interface Arrivals {
  /** Of others, since the end was last in sight. */
  unread: readonly SharedMessage[];
  /** Of others, in the last piece that came: to be announced. */
  latest: readonly SharedMessage[];
}

/** What arrived from others since the page was opened. What is read further up is no arrival. */
export function useArrivals(messages: readonly SharedMessage[], userId: string, isAtEnd: boolean): Arrivals {
  const [unread, setUnread] = useState<readonly SharedMessage[]>([]);
  const [latest, setLatest] = useState<readonly SharedMessage[]>([]);
  const known = useRef<readonly SharedMessage[]>(messages);
  useEffect(() => {
    const ids = new Set(known.current.map(({ id }) => id));
    const firstId = known.current[0]?.id ?? "";
    known.current = messages;
    const arrived = messages.filter(({ id, authorId }) => id > firstId && !ids.has(id) && authorId !== userId);
    if (arrived.length === 0) return;
    setLatest(arrived);
    setUnread((before) => [...before, ...arrived]);
  }, [messages, userId]);
  if (isAtEnd && unread.length > 0) setUnread([]);
  return { unread, latest };
}

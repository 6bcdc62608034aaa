"use client";

import { useEffect, useRef, useState } from "react";
import type { SharedMessage } from "./thread-page";

interface Arrivals {
  /** From other people, since the end was last in view. */
  unread: readonly SharedMessage[];
  /** From other people in the latest batch, to be announced. */
  latest: readonly SharedMessage[];
}

/** Messages from other people since the page was opened. Older messages that are loaded do not count. */
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

"use client";

import { useEffect, useRef, useState } from "react";
import type { SharedMessage } from "./thread-page";

interface Arrivals {
  /** Of others, below what this person has read. */
  unread: readonly SharedMessage[];
  /** Of others, in the last piece that came: to be announced. */
  latest: readonly SharedMessage[];
}

/** What arrived from others: since the page was opened, and since its end was last in sight. */
export function useArrivals(messages: readonly SharedMessage[], userId: string, isAtEnd: boolean): Arrivals {
  const lastId = messages.at(-1)?.id ?? "";
  const [readId, setReadId] = useState(lastId);
  const [latest, setLatest] = useState<readonly SharedMessage[]>([]);
  const told = useRef(lastId);
  useEffect(() => {
    if (isAtEnd) setReadId(lastId);
  }, [isAtEnd, lastId]);
  useEffect(() => {
    if (lastId <= told.current) return;
    const after = told.current;
    told.current = lastId;
    setLatest(messages.filter(({ id, authorId }) => id > after && authorId !== userId));
  }, [messages, lastId, userId]);
  return { unread: messages.filter(({ id, authorId }) => id > readId && authorId !== userId), latest };
}

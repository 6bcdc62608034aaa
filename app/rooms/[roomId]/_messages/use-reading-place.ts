"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** So near to the end one is at the end. */
const NEAR_PX = 48;

interface ReadingPlace {
  isAtEnd: boolean;
  goToEnd: () => void;
}

/**
 * The thread's box lays its content from the bottom, so that it opens at the newest message without a script, and what
 * is read above moves nothing. Whoever reads further up keeps their place when something arrives below.
 */
export function useReadingPlace(box: RefObject<HTMLElement | null>, lastId: string | undefined): ReadingPlace {
  const [isAtEnd, setAtEnd] = useState(true);
  const held = useRef({ lastId, height: 0, isAtEnd: true });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const note = () => {
      held.current.isAtEnd = Math.abs(element.scrollTop) < NEAR_PX;
      held.current.height = element.scrollHeight;
      setAtEnd(held.current.isAtEnd);
    };
    note();
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const grownPx = element.scrollHeight - held.current.height;
    if (held.current.lastId !== lastId && !held.current.isAtEnd) element.scrollTop -= grownPx;
    held.current.lastId = lastId;
    held.current.height = element.scrollHeight;
  });

  return {
    isAtEnd,
    goToEnd: () => {
      held.current.isAtEnd = true;
      if (box.current) box.current.scrollTop = 0;
    },
  };
}

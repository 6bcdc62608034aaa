"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const NEAR_PX = 48;
const PROBES_PX = [12, 60, 110, 170];

/**
 * The thread lays out its content from the bottom, so it opens at the newest message without a script. A reader who has
 * scrolled up keeps their place, no matter what arrives above or below it.
 */
export function useReadingPlace(boxRef: RefObject<HTMLElement | null>, content: unknown) {
  const [isAtEnd, setAtEnd] = useState(true);
  const held = useRef({ isAtEnd: true, anchor: null as Element | null, topPx: 0 });

  useEffect(() => {
    const element = boxRef.current;
    if (!element) return;
    const note = () => {
      const anchor = findAnchor(element);
      const isNear = isNearEnd(element);
      held.current = { isAtEnd: isNear, anchor, topPx: anchor?.getBoundingClientRect().top ?? 0 };
      setAtEnd(isNear);
    };
    note();
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [boxRef]);

  useLayoutEffect(() => {
    void content;
    const element = boxRef.current;
    const { isAtEnd: wasAtEnd, anchor, topPx } = held.current;
    if (!element) return;
    if (!wasAtEnd && anchor?.isConnected) element.scrollTop += anchor.getBoundingClientRect().top - topPx;
    else if (wasAtEnd && isNearEnd(element)) element.scrollTop = 0;
  }, [boxRef, content]);

  return {
    isAtEnd,
    focus: () => boxRef.current?.focus(),
    goToEnd: () => {
      held.current = { isAtEnd: true, anchor: null, topPx: 0 };
      if (boxRef.current) boxRef.current.scrollTop = 0;
    },
  };
}

function isNearEnd(box: HTMLElement): boolean {
  return Math.abs(box.scrollTop) < NEAR_PX;
}

function findAnchor(box: HTMLElement): Element | null {
  const { left, top, width } = box.getBoundingClientRect();
  for (const fromTopPx of PROBES_PX) {
    const found = document.elementFromPoint(left + width / 2, top + fromTopPx)?.closest("li[id]");
    if (found && box.contains(found)) return found;
  }
  return null;
}

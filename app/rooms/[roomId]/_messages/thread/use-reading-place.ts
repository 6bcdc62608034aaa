"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const NEAR_PX = 48;
const PROBES_PX = [12, 60, 110, 170];

interface ReadingPlaceOptions {
  messages: unknown;
  /** The part of them that is rendered. */
  window: unknown;
  /** May change what is rendered. */
  onScroll: () => void;
}

/**
 * The thread lays out its content from the bottom, so it opens at the newest message without a script. A reader who has
 * scrolled up keeps their place, no matter what arrives or is rendered above or below it.
 */
export function useReadingPlace(boxRef: RefObject<HTMLElement | null>, options: ReadingPlaceOptions) {
  const { messages, window, onScroll } = options;
  const [isAtEnd, setAtEnd] = useState(true);
  const held = useRef<Place>({ isAtEnd: true, isAtTop: false, anchor: null, topPx: 0 });

  useEffect(() => {
    const element = boxRef.current;
    if (!element) return;
    const note = () => {
      held.current = findPlace(element);
      setAtEnd(held.current.isAtEnd);
    };
    const scroll = () => {
      note();
      onScroll();
    };
    note();
    element.addEventListener("scroll", scroll, { passive: true });
    return () => element.removeEventListener("scroll", scroll);
  }, [boxRef, onScroll]);

  useLayoutEffect(() => {
    void messages;
    // Older messages come above a reader who is at the top.
    held.current.isAtTop = false;
  }, [messages]);
  useLayoutEffect(() => {
    void [messages, window];
    const element = boxRef.current;
    const { isAtEnd: wasAtEnd, isAtTop, anchor, topPx } = held.current;
    if (!element) return;
    const movedPx = anchor?.isConnected ? anchor.getBoundingClientRect().top - topPx : 0;
    if (isAtTop) element.scrollTop = -element.scrollHeight;
    else if (wasAtEnd && isNearEnd(element)) element.scrollTop = 0;
    // Writing the place ends the momentum of a finger's scroll.
    else if (!wasAtEnd && Math.abs(movedPx) >= 1) element.scrollTop += movedPx;
    held.current = { ...findPlace(element), isAtTop };
  }, [boxRef, messages, window]);

  return {
    isAtEnd,
    focus: () => boxRef.current?.focus(),
    goToEnd: () => {
      held.current = { isAtEnd: true, isAtTop: false, anchor: null, topPx: 0 };
      if (boxRef.current) boxRef.current.scrollTop = 0;
    },
  };
}

interface Place {
  isAtEnd: boolean;
  isAtTop: boolean;
  anchor: Element | null;
  topPx: number;
}

function findPlace(box: HTMLElement): Place {
  const anchor = findAnchor(box);
  const isAtEnd = isNearEnd(box);
  const isAtTop = !isAtEnd && box.scrollHeight - box.clientHeight + box.scrollTop < 1;
  return { isAtEnd, isAtTop, anchor, topPx: anchor?.getBoundingClientRect().top ?? 0 };
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

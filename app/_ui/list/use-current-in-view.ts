"use client";

import { type RefObject, useEffect, useRef } from "react";

export function useCurrentInView<Scroller extends HTMLElement>(current: string): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null);
  useEffect(() => {
    const frame = scroller.current?.getBoundingClientRect();
    const link = current ? scroller.current?.querySelector("[aria-current]")?.getBoundingClientRect() : undefined;
    if (!scroller.current || !frame || !link) return;
    // scrollIntoView would scroll the page, too, which someone who comes back has scrolled.
    scroller.current.scrollLeft += Math.min(link.left - frame.left, 0) + Math.max(link.right - frame.right, 0);
  }, [current]);
  return scroller;
}

"use client";

import { useEffect } from "react";

const SETTLED_MS = 10_000;
const TOUCHES = ["wheel", "touchstart", "keydown", "pointerdown"];

/**
 * Shows the comment that the address points to, and keeps it shown while the page settles: the text of the record above is
 * drawn by a script that may come later, and takes less room then. From the first touch of the reader it stays where it is.
 */
export function useTargetInView(id: string): void {
  useEffect(() => {
    const element = id === "" ? null : document.getElementById(id);
    if (!element) return;
    const watch = new ResizeObserver(() => element.scrollIntoView({ block: "center" }));
    watch.observe(document.body);
    const stop = new AbortController();
    const { signal } = stop;
    signal.addEventListener("abort", () => watch.disconnect());
    for (const touch of TOUCHES) window.addEventListener(touch, () => stop.abort(), { passive: true, signal });
    const timer = setTimeout(() => stop.abort(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id]);
}

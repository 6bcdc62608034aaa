"use client";

import { useEffect, useState } from "react";

const SETTLED_MS = 10_000;
const TOUCHES = ["wheel", "touchstart", "keydown", "pointerdown"];

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

export function useIsInView(id: string): boolean {
  const [inView, setInView] = useState("");
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ? id : ""));
    watch.observe(element);
    return () => watch.disconnect();
  }, [id]);
  return id !== "" && inView === id;
}

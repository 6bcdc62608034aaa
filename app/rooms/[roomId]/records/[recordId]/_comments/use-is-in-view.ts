"use client";

import { useEffect, useState } from "react";

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

"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useChosenPathname } from "@/app/_ui/pending/navigation";

export function NavScroller({ children }: { children: ReactNode }) {
  const pathname = useChosenPathname();
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    if (frame.current) showCurrent(frame.current);
  }, [pathname]);
  return (
    <div ref={frame} className="flex-1 overflow-y-auto px-2.5 pb-4">
      {children}
    </div>
  );
}

function showCurrent(frame: HTMLElement): void {
  const entry = frame.querySelector('[aria-current="page"]');
  if (!entry) return;
  const [outer, inner] = [frame.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  frame.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}

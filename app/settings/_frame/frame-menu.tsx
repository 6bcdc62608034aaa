"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

interface FrameMenuProps {
  label: string;
  shown: ReactNode;
  looks: { frame: string; summary: string; panel: string };
  children: ReactNode;
}

/** A disclosure of the browser's own: it opens without JavaScript. With it, Escape, a choice and a press outside close it. */
export function FrameMenu({ label, shown, looks, children }: FrameMenuProps) {
  const pathname = usePathname();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (pathname) details.current?.removeAttribute("open");
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [pathname]);
  return (
    <details
      ref={details}
      className={looks.frame}
      onSubmit={(event) => event.currentTarget.removeAttribute("open")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.stopPropagation();
        event.currentTarget.removeAttribute("open");
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className={`cursor-pointer list-none [&::-webkit-details-marker]:hidden ${looks.summary}`}>
        <span className="sr-only">{label}</span>
        {shown}
      </summary>
      <div className={`absolute z-30 overflow-y-auto border-line bg-surface shadow-float ${looks.panel}`}>
        {children}
      </div>
    </details>
  );
}

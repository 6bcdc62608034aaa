"use client";

import { ChevronsUpDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";

interface FrameMenuProps {
  label: string;
  shown: ReactNode;
  panelClass: string;
  children: ReactNode;
}

/** A disclosure of the browser's own: it opens without JavaScript. With it, Escape, a choice and a press outside close it. */
export function FrameMenu({ label, shown, panelClass, children }: FrameMenuProps) {
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
      className="relative min-w-0"
      onSubmit={(event) => event.currentTarget.removeAttribute("open")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.currentTarget.removeAttribute("open");
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className="flex min-w-0 cursor-pointer list-none items-center gap-2 rounded-control p-1.5 hover:bg-muted [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{label}</span>
        {shown}
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      </summary>
      <div
        className={mergeClasses(
          "absolute start-0 z-30 max-h-[70dvh] w-60 overflow-y-auto rounded-control border border-line bg-surface p-1.5 shadow-float",
          panelClass,
        )}
      >
        {children}
      </div>
    </details>
  );
}

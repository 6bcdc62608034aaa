"use client";

import { type ReactNode, useRef } from "react";

interface PopDetailsProps {
  className?: string;
  children: ReactNode;
}

/** A `details` over the page, which Escape and leaving it shut. */
export function PopDetails({ className, children }: PopDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const shut = (): void => box.current?.removeAttribute("open");
  return (
    <details
      ref={box}
      className={className}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !box.current?.open) return;
        shut();
        box.current.querySelector("summary")?.focus();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) shut();
      }}
    >
      {children}
    </details>
  );
}

"use client";

import { type ComponentProps, useEffect, useRef } from "react";

type PopDetailsProps = Pick<ComponentProps<"details">, "className" | "open" | "children">;

/** A `details` over the page opens without JavaScript. With it, Escape, a choice and a press outside close it. */
export function PopDetails(props: PopDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !box.current?.contains(target)) box.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);
  return (
    <details
      {...props}
      ref={box}
      onClick={({ currentTarget, target }) => {
        if (target instanceof Element && target.closest("a")) currentTarget.removeAttribute("open");
      }}
      onSubmit={({ currentTarget }) => currentTarget.removeAttribute("open")}
      onKeyDown={(event) => {
        const { currentTarget, key } = event;
        if (key !== "Escape" || !currentTarget.open) return;
        event.stopPropagation();
        currentTarget.removeAttribute("open");
        currentTarget.querySelector("summary")?.focus();
      }}
    />
  );
}

"use client";

import { useLinkStatus } from "next/link";
import { mergeClasses } from "./merge-classes";

/** Inside a link: shows that its page is on the way, once a click has waited for 150 ms. */
export function LinkPending({ className }: { className: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={mergeClasses(
        "pointer-events-none bg-accent opacity-0",
        className,
        pending && "opacity-100 transition-opacity delay-150 duration-100",
      )}
    />
  );
}

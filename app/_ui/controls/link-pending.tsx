"use client";

import { useLinkStatus } from "next/link";
import { joinClasses } from "./join-classes";

/** Inside a link: shows that its page is on the way, once a click has waited for 150 ms. */
export function LinkPending({ className }: { className: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={joinClasses(
        "pointer-events-none bg-accent",
        className,
        pending ? "opacity-100 transition-opacity delay-150 duration-100" : "opacity-0",
      )}
    />
  );
}

"use client";

import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";
import { useIsBrowser } from "./use-is-browser";

interface ScriptedProps {
  className?: string;
  children: ReactNode;
}

/** Controls that need scripts. Their place is kept until they work, so that nothing moves under a pointer then. */
export function Scripted({ className, children }: ScriptedProps) {
  const isBrowser = useIsBrowser();
  return <div className={joinClasses("noscript:hidden", !isBrowser && "invisible", className)}>{children}</div>;
}

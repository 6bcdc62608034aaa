"use client";

import { type ReactNode, useEffect, useState } from "react";
import { LiveText } from "../shown/live-text";
import { Notice } from "./notice";

interface DoneNoticeProps {
  of?: unknown;
  className?: string;
  children: ReactNode;
}

/**
 * Confirms the last action. A status that comes with its text is often not announced, only what changes in it afterwards: so the
 * text is put in once more.
 */
export function DoneNotice({ of, className, children }: DoneNoticeProps) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div role="status" className={className}>
      <LiveText key={String(isThere)} of={of}>
        <Notice tone="good">{children}</Notice>
      </LiveText>
    </div>
  );
}

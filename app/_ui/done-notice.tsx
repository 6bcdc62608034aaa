"use client";

import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Notice } from "./notice";

/**
 * Confirms the last action. A status that comes with its text is often not announced, only what changes in it afterwards: so the
 * text is put in once more.
 */
export function DoneNotice({ className, children }: { className?: string; children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div role="status" className={className}>
      <Fragment key={String(isThere)}>
        <Notice tone="good">{children}</Notice>
      </Fragment>
    </div>
  );
}

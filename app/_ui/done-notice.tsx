import type { ReactNode } from "react";
import { Notice } from "./notice";

/** Confirms the last action; announced when the page arrives. */
export function DoneNotice({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <Notice tone="good" role="status">
        {children}
      </Notice>
    </div>
  );
}

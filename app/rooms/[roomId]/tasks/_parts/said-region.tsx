"use client";

import { Notice } from "@/app/_ui/notice";
import type { Said } from "./use-task-edits";

/** A live region that is mounted before its text changes, which screen readers require. */
export function SaidRegion({ said }: { said: Said }) {
  return (
    <div role="status" className={said.isBad ? "mb-4" : "sr-only"}>
      {said.isBad ? <Notice tone="warn">{said.text}</Notice> : said.text}
    </div>
  );
}

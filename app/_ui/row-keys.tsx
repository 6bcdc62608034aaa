"use client";

import { useEffect } from "react";
import { useSingleKeys } from "./single-keys";
import { isBusy } from "./single-keys-storage";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** J and K, or the arrows once a row has the focus, go from row to row; the row that is gone to opens. Escape closes it. */
export function RowKeys() {
  const [singleKeysAreOn] = useSingleKeys();
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-row]")];
      if (event.key === "Escape") {
        document.querySelector<HTMLAnchorElement>("a[data-close-pane]")?.click();
        return;
      }
      const step = STEPS[event.key];
      const isOnRow = document.activeElement?.matches("a[data-row]") ?? false;
      if (step === undefined || rows.length === 0 || !(event.key.startsWith("Arrow") ? isOnRow : singleKeysAreOn))
        return;
      event.preventDefault();
      const current = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent === "true");
      const next = rows[current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))];
      next?.focus();
      next?.click();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [singleKeysAreOn]);
  return null;
}

"use client";

import { useEffect, useRef } from "react";
import { useSingleKeys } from "../controls/single-keys";
import { isBusy } from "../controls/single-keys-storage";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * J and K, or the arrows once a row has the focus, go from row to row, Enter opens one, a second Enter goes to its pane, and
 * Escape closes it. While a row is open the pane follows.
 */
export function RowKeys({ openedId }: { openedId: string | null }) {
  const [singleKeysAreOn] = useSingleKeys();
  useFocusThatStays(openedId);
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      if (event.key === "Escape") {
        document.querySelector<HTMLAnchorElement>("a[data-close-pane]")?.click();
        return;
      }
      if (event.key === "Enter" && isOpenedRow(event.target)) {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-pane]")?.focus();
        return;
      }
      const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-row]")];
      const step = STEPS[event.key];
      const focused = rows.findIndex((row) => row.matches(":focus"));
      const isWanted = event.key.startsWith("Arrow") ? focused !== -1 : singleKeysAreOn;
      if (step === undefined || rows.length === 0 || !isWanted) return;
      event.preventDefault();
      // The focus is ahead of the pane while the pane loads.
      const current = focused === -1 ? rows.findIndex((row) => row.ariaCurrent === "true") : focused;
      const next = rows[current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))];
      next?.focus();
      if (openedId !== null && next?.ariaCurrent !== "true") next?.click();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [singleKeysAreOn, openedId]);
  return null;
}

function isOpenedRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a[data-row][aria-current="true"]');
}

/** The focus would be lost with an element that is hidden. */
function useFocusThatStays(openedId: string | null): void {
  const shown = useRef(openedId);
  useEffect(() => {
    const before = shown.current;
    shown.current = openedId;
    const { activeElement } = document;
    const isLost = !(activeElement instanceof HTMLElement) || activeElement.offsetParent === null;
    if (before === openedId || !isLost) return;
    const row = [...document.querySelectorAll<HTMLElement>("a[data-row]")].find(
      ({ dataset }) => dataset["row"] === before,
    );
    const target = openedId === null ? row : document.querySelector<HTMLElement>("[data-pane]");
    target?.focus({ preventScroll: openedId === null });
  }, [openedId]);
}

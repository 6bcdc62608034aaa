"use client";

import { useEffect, useSyncExternalStore } from "react";

const STORAGE_KEY = "svc.single-key-shortcuts";
const CHANGED = "svc:shortcuts-changed";

/** Single keys disturb people who dictate: they can be switched off (WCAG 2.1.4). */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORAGE_KEY) !== "off",
    () => true,
  );
  const choose = (next: boolean) => {
    localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    window.dispatchEvent(new Event(CHANGED));
  };
  return [isOn, choose];
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

interface Shortcuts {
  onPalette: () => void;
  /** By key: "?", "c" … */
  singleKeys: Readonly<Record<string, () => void>>;
}

export function useShortcuts({ onPalette, singleKeys }: Shortcuts, singleKeysAreOn: boolean): void {
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        onPalette();
        return;
      }
      const act = Object.hasOwn(singleKeys, event.key) ? singleKeys[event.key] : undefined;
      if (!act || !singleKeysAreOn || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  });
}

/** While someone types, or a dialog is open, a letter is a letter. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=alertdialog]") !== null
  );
}

"use client";

import { useSyncExternalStore } from "react";

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

/** While someone types, or a dialog is open, a letter is a letter. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=alertdialog]") !== null
  );
}

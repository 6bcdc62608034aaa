"use client";

import { useEffect } from "react";
import { isBusy } from "@/app/_ui/single-keys-storage";

/** The palette and a single key lead there. */
export const CREATE_KEY_PATH = "/settings/developer/api-keys/new";

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

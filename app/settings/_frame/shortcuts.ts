"use client";

import { useEffect, useRef } from "react";
import { isBusy } from "@/app/_ui/controls/single-keys-storage";
import { ROOMS_PATH } from "@/app/rooms/_frame/paths";
import { listSectionGroups } from "./sections";

/** The palette and a single key lead there. */
export const CREATE_KEY_PATH = "/settings/developer/api-keys/new";
export const ROOMS_LETTER = "m";

/** A second key that comes later is a key of its own. */
const SEQUENCE_MS = 1_500;

/** G and then a letter, as people read it. */
export function writeSequence(letter: string): string {
  return `G ${letter.toUpperCase()}`;
}

/** The places that G and a letter lead to. */
export function listPlaces(isAdmin: boolean): ReadonlyMap<string, string> {
  const sections = listSectionGroups(isAdmin).flatMap((group) => group.sections);
  return new Map([...sections.map(({ letter, href }) => [letter, href] as const), [ROOMS_LETTER, ROOMS_PATH]]);
}

interface Shortcuts {
  onPalette: () => void;
  singleKeys: Readonly<Record<string, () => void>>;
  places: ReadonlyMap<string, string>;
  go: (path: string) => void;
}

export function useShortcuts({ onPalette, singleKeys, places, go }: Shortcuts, singleKeysAreOn: boolean): void {
  const startedAt = useRef<number | null>(null);
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        onPalette();
        return;
      }
      if (!singleKeysAreOn || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      const isSecond = startedAt.current !== null && event.timeStamp - startedAt.current < SEQUENCE_MS;
      startedAt.current = event.key === "g" && !isSecond ? event.timeStamp : null;
      const place = isSecond ? places.get(event.key) : undefined;
      const act = Object.hasOwn(singleKeys, event.key) ? singleKeys[event.key] : undefined;
      if (place === undefined && (isSecond || !act)) return;
      event.preventDefault();
      if (place === undefined) act?.();
      else go(place);
    }
    // Runs before the keys of a list, or they would take the second key of a sequence.
    document.addEventListener("keydown", handle, true);
    return () => document.removeEventListener("keydown", handle, true);
  });
}

/** The search field of the page, if it shows one. */
export function focusSearchField(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>("main input[type=search], main [role=search] input")];
  const field = fields.find(({ type, offsetParent }) => type !== "hidden" && offsetParent !== null);
  field?.focus();
  return field !== undefined;
}

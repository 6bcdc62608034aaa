"use client";

import { useEffect, useRef } from "react";
import { ROOMS_PATH } from "@/app/_links";
import { isBusy } from "@/app/_ui/controls/single-keys-storage";
import { listSectionGroups } from "./sections";

export const CREATE_KEY_PATH = "/settings/developer/api-keys/new";
export const ROOMS_LETTER = "m";

const SEQUENCE_MS = 1_500;

export function writeSequence(letter: string): string {
  return `G ${letter.toUpperCase()}`;
}

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

export function focusSearchField(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>("main input[type=search], main [role=search] input")];
  const field = fields.find(({ type, offsetParent }) => type !== "hidden" && offsetParent !== null);
  field?.focus();
  return field !== undefined;
}

"use client";

import { useSyncExternalStore } from "react";
import { areSingleKeysOn, chooseSingleKeys, SINGLE_KEYS_CHANGED } from "./single-keys-storage";

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
  return [isOn, chooseSingleKeys];
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(SINGLE_KEYS_CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(SINGLE_KEYS_CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

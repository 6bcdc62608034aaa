"use client";

import { type RefObject, useEffect } from "react";

/** What was begun is there again after another tab of the room, or a reload: kept by this browser tab alone, for this person. */
export function useDraft(fieldRef: RefObject<HTMLTextAreaElement | null>, key: string): { keep: () => void } {
  useEffect(() => {
    if (fieldRef.current && fieldRef.current.value === "") fieldRef.current.value = readDraft(key);
  }, [fieldRef, key]);
  return {
    keep: () => {
      const value = fieldRef.current?.value ?? "";
      try {
        if (value === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, value);
      } catch {
        // Storage that is full or forbidden: the draft lives as long as the page.
      }
    },
  };
}

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

"use client";

import { type RefObject, useEffect, useRef } from "react";
import { keepItem, readItem } from "@/app/_ui/tab-storage";
import { newDraftId } from "./draft-id";

export interface Draft {
  keep: () => void;
  /** Stays the same across resends and reloads, so that the message is posted once. */
  readId: () => string;
  /** The draft was posted; the next one gets a new key. */
  end: () => void;
}

/** Restores the draft after a reload or a visit to another tab of the room. Kept in this browser tab, for this person. */
export function useDraft(fieldRef: RefObject<HTMLTextAreaElement | null>, key: string): Draft {
  const id = useRef("");
  const idKey = `${key}.id`;
  useEffect(() => {
    if (fieldRef.current && fieldRef.current.value === "") fieldRef.current.value = readText(key);
    id.current = readText(idKey);
  }, [fieldRef, key, idKey]);
  const setId = (value: string): void => {
    id.current = value;
    keepItem(idKey, value || null);
  };
  return {
    keep: () => {
      const value = fieldRef.current?.value ?? "";
      keepItem(key, value || null);
      // Clearing the field and typing the same text again is a new message.
      if (value === "") setId("");
    },
    readId: () => {
      if (id.current === "") setId(newDraftId());
      return id.current;
    },
    end: () => setId(""),
  };
}

function readText(key: string): string {
  const kept = readItem(key);
  return typeof kept === "string" ? kept : "";
}

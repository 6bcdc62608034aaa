"use client";

import { type RefObject, useEffect, useRef } from "react";
import { keepItem, readItem } from "@/app/_ui/tab-storage";
import { newDraftId } from "./draft-id";

export interface Draft {
  keep: () => void;
  /** The same however often it is sent, a reload between included, so that it stands once. */
  readId: () => string;
  /** It is posted: what comes next is another one. */
  end: () => void;
}

/** What was begun is there again after another tab of the room, or a reload: kept by this browser tab alone, for this person. */
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
      // Whoever clears the field and writes the same again means it.
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

"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { readItem, saveItem } from "@/app/_ui/page/tab-storage";
import type { QuotedMessage } from "@/lib/messages/thread";

/** crypto.randomUUID would be shorter, but browsers offer it only over HTTPS. */
export function newDraftId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

export type Draft = ReturnType<typeof useDraft>;

export function useDraft(fieldRef: RefObject<HTMLTextAreaElement | null>, key: string) {
  const id = useRef("");
  const idKey = `${key}.id`;
  useEffect(() => {
    if (fieldRef.current && fieldRef.current.value === "") fieldRef.current.value = readText(key);
    id.current = readText(idKey);
  }, [fieldRef, key, idKey]);
  const setId = (value: string): void => {
    id.current = value;
    saveItem(idKey, value || null);
  };
  return {
    keep: () => {
      const value = fieldRef.current?.value ?? "";
      saveItem(key, value || null);
      // Clearing the field and typing the same text again is a new message.
      if (value === "") setId("");
    },
    /** Stays the same across resends and reloads, so that the message is posted once. */
    readId: () => {
      if (id.current === "") setId(newDraftId());
      return id.current;
    },
    /** The draft was sent; the next one gets a new key. */
    end: () => setId(""),
    /** Back into the field, before anything typed since. Unchanged text, whose response may be lost, keeps its key. */
    restore: (text: string, draftId: string) => {
      if (!fieldRef.current) return;
      const joined = [text, fieldRef.current.value].filter((part) => part !== "").join("\n");
      fieldRef.current.value = joined;
      saveItem(key, joined);
      setId(draftId);
    },
  };
}

function readText(key: string): string {
  return readItem<string>(key) ?? "";
}

/** The reply target is restored with the draft's text; without it, the resent text would be a different message. */
export function useReply(key: string, initial: QuotedMessage | null) {
  const isBrowser = useIsBrowser();
  /** undefined until this page sets or clears it. */
  const [chosen, setChosen] = useState<QuotedMessage | null>();
  const kept = isBrowser && chosen === undefined ? readItem<QuotedMessage>(key) : null;
  const setReply = (next: QuotedMessage | null): void => {
    setChosen(next);
    saveItem(key, next);
  };
  return [chosen === undefined ? (initial ?? kept) : chosen, setReply] as const;
}

"use client";

import { useState } from "react";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { RecordText } from "@/lib/records/check-text";
import type { RecordFormValues } from "../actions";
import { keepDraft, readDraft } from "./drafts";

const isSame = (a: RecordText, b: RecordText) => a.title === b.title && a.content === b.content;

/** The editor's text, the text it started from, and the draft that this tab keeps until it is saved. */
export function useRecordText(saved: RecordFormValues, typed: RecordText | null, draftKey: string) {
  const isBrowser = useIsBrowser();
  const [base, setBase] = useState(saved);
  const [mine, setMine] = useState<RecordText>(typed ?? saved);
  const [isRead, setRead] = useState(false);
  const [isRestored, setRestored] = useState(false);
  // Only once, at mount: text typed later is newer than the stored draft.
  if (isBrowser && !isRead) {
    setRead(true);
    const draft = readDraft(draftKey);
    if (draft && !isSame(draft.mine, saved)) {
      setMine(draft.mine);
      setBase(draft.base);
      setRestored(true);
    }
  } else if (saved.version > base.version && isSame(mine, base)) {
    // Without changes of their own, the reader gets the newly saved text.
    setBase(saved);
    setMine(saved);
  }
  return {
    base,
    mine,
    isRestored,
    isDirty: !isSame(mine, base),
    change: (part: Partial<RecordText>) => {
      const next = { ...mine, ...part };
      setMine(next);
      keepDraft(draftKey, isSame(next, base) ? null : { mine: next, base });
    },
    /** Continues from the text that is saved now. */
    startFrom: ({ title, content }: RecordText) => {
      const text = { title, content };
      setBase(saved);
      setMine(text);
      setRestored(false);
      keepDraft(draftKey, isSame(text, saved) ? null : { mine: text, base: saved });
    },
  };
}

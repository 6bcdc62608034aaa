"use client";

import { useState } from "react";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { RecordText } from "@/lib/records/save";
import type { RecordFormValues } from "../actions";
import { keepDraft, readDraft } from "./drafts";

const isSame = (a: RecordText, b: RecordText) => a.title === b.title && a.content === b.content;

/** What stands in the editor, what it started from, and what this tab keeps of it until it is saved. */
export function useRecordText(saved: RecordFormValues, typed: RecordText | null, draftKey: string) {
  const isBrowser = useIsBrowser();
  const [base, setBase] = useState(saved);
  const [mine, setMine] = useState<RecordText>(typed ?? saved);
  const [isRead, setRead] = useState(false);
  const [isRestored, setRestored] = useState(false);
  // Once, as soon as the browser draws: what is typed later is newer than what was kept.
  if (isBrowser && !isRead) {
    setRead(true);
    const draft = readDraft(draftKey);
    if (draft && !isSame(draft.mine, saved)) {
      setMine(draft.mine);
      setBase(draft.base);
      setRestored(true);
    }
  } else if (saved.version > base.version && isSame(mine, base)) {
    // Who has changed nothing reads on in what was saved elsewhere.
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
    /** From here on, over what is saved now. */
    startFrom: ({ title, content }: RecordText) => {
      const text = { title, content };
      setBase(saved);
      setMine(text);
      setRestored(false);
      keepDraft(draftKey, isSame(text, saved) ? null : { mine: text, base: saved });
    },
  };
}

"use client";

import { useEffect, useState } from "react";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { readItem, saveItem } from "@/app/_ui/page/tab-storage";
import type { RecordText } from "@/lib/records/check-text";
import type { RecordFormValues } from "../actions";

interface Draft {
  mine: RecordText;
  base: RecordFormValues;
}

const nameOf = (key: string) => `svc:record-draft:${key}`;

function saveDraft(key: string, draft: Draft | null): void {
  saveItem(nameOf(key), draft);
}

const isSame = (a: RecordText, b: RecordText) => a.title === b.title && a.content === b.content;

export function useRecordText(saved: RecordFormValues, typed: RecordText | null, draftKey: string) {
  const isBrowser = useIsBrowser();
  const [base, setBase] = useState(saved);
  const [mine, setMine] = useState<RecordText>(typed ?? saved);
  const [isRead, setRead] = useState(false);
  const [isRestored, setRestored] = useState(false);
  // Only once, at mount: text typed later is newer than the stored draft.
  if (isBrowser && !isRead) {
    setRead(true);
    const draft = readItem<Draft>(nameOf(draftKey));
    if (draft && !isSame(draft.mine, saved)) {
      setMine(draft.mine);
      setBase(draft.base);
      setRestored(true);
    }
  } else if (saved.version > base.version && isSame(mine, base)) {
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
      saveDraft(draftKey, isSame(next, base) ? null : { mine: next, base });
    },
    startFrom: ({ title, content }: RecordText) => {
      const text = { title, content };
      setBase(saved);
      setMine(text);
      setRestored(false);
      saveDraft(draftKey, isSame(text, saved) ? null : { mine: text, base: saved });
    },
  };
}

export function ForgetDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => saveDraft(draftKey, null), [draftKey]);
  return null;
}

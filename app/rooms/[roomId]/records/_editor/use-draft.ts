"use client";

import { useCallback, useEffect, useState } from "react";
import { z } from "zod";

const Text = z.object({ title: z.string(), content: z.string() });
/** With the text that it was typed over: only so can two changes be told apart. */
const Draft = z.object({ mine: Text, base: Text.extend({ version: z.number() }) });
type Draft = z.output<typeof Draft>;

const nameOf = (key: string) => `svc:record-draft:${key}`;

function read(key: string): Draft | null {
  try {
    return Draft.safeParse(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** A browser may refuse to store; what is typed is then kept by the page alone. */
function write(key: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(key));
  } catch {
    return;
  }
}

/** What was typed and not saved, kept by this tab until it is saved or given up. */
export function useDraft(key: string, restore: (draft: Draft) => void) {
  const [isRestored, setRestored] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since what is typed later is newer than what was kept
  useEffect(() => {
    const draft = read(key);
    if (!draft) return;
    restore(draft);
    setRestored(true);
  }, [key]);
  const keep = useCallback((draft: Draft | null) => write(key, draft), [key]);
  return { isRestored, keep, settle: () => setRestored(false) };
}

/** Stands on the page that follows a save. */
export function ForgetDraft({ keys }: { keys: readonly string[] }) {
  useEffect(() => {
    for (const key of keys) write(key, null);
  }, [keys]);
  return null;
}

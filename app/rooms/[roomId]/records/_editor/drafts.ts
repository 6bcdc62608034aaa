import { z } from "zod";

const Text = z.object({ title: z.string(), content: z.string() });
/** With the text that it was typed over: only so can two changes be told apart. */
const Draft = z.object({ mine: Text, base: Text.extend({ version: z.number() }) });
type Draft = z.output<typeof Draft>;

const nameOf = (key: string) => `svc:record-draft:${key}`;

/** What was typed and not saved, kept by this tab until it is saved or given up. */
export function readDraft(key: string): Draft | null {
  try {
    return Draft.safeParse(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** A browser may refuse to store; what is typed is then kept by the page alone. */
export function keepDraft(key: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(key));
  } catch {
    return;
  }
}

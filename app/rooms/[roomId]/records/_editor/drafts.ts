import { z } from "zod";
import { keepItem, readItem } from "@/app/_ui/tab-storage";

const Text = z.object({ title: z.string(), content: z.string() });
/** With the text that it was typed over: only so can two changes be told apart. */
const Draft = z.object({ mine: Text, base: Text.extend({ version: z.number() }) });
type Draft = z.output<typeof Draft>;

const nameOf = (key: string) => `svc:record-draft:${key}`;

/** What was typed and not saved, kept by this tab until it is saved or given up. */
export function readDraft(key: string): Draft | null {
  return Draft.safeParse(readItem(nameOf(key))).data ?? null;
}

export function keepDraft(key: string, draft: Draft | null): void {
  keepItem(nameOf(key), draft);
}

import { z } from "zod";
import { keepItem, readItem } from "@/app/_ui/tab-storage";

const Text = z.object({ title: z.string(), content: z.string() });
/** Kept with its base text, which is needed to tell two changes apart. */
const Draft = z.object({ mine: Text, base: Text.extend({ version: z.number() }) });
type Draft = z.output<typeof Draft>;

const nameOf = (key: string) => `svc:record-draft:${key}`;

/** Unsaved text, kept by this tab until it is saved or discarded. */
export function readDraft(key: string): Draft | null {
  return Draft.safeParse(readItem(nameOf(key))).data ?? null;
}

export function keepDraft(key: string, draft: Draft | null): void {
  keepItem(nameOf(key), draft);
}

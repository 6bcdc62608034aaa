"use client";

import { useEffect } from "react";
import { keepDraft } from "./drafts";

/** Rendered on the page after a save, where it discards the draft. */
export function ForgetDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => keepDraft(draftKey, null), [draftKey]);
  return null;
}

"use client";

import { useEffect } from "react";
import { keepDraft } from "./drafts";

/** Stands on the page that follows a save. */
export function ForgetDraft({ draftKey }: { draftKey: string }) {
  useEffect(() => keepDraft(draftKey, null), [draftKey]);
  return null;
}

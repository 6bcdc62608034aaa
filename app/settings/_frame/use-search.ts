"use client";

import { useEffect, useState } from "react";
import type { Hit } from "@/lib/search/hit";
import { isSecretLike } from "@/lib/search/secret-like";

const WAIT_MS = 120;
/** A letter alone finds nearly everything. */
const TEXT_MIN_LENGTH = 2;

export interface Search {
  state: "idle" | "searching" | "found" | "failed" | "secret";
  /** Hits for `text`, the text that was searched last. */
  hits: readonly Hit[];
  text: string;
}

/** null: it failed. */
interface Answer {
  text: string;
  hits: readonly Hit[] | null;
}

/** Searches once typing pauses. A key or token that someone pastes by mistake never leaves the page. */
export function useSearch(typed: string): Search {
  const [answer, setAnswer] = useState<Answer>({ text: "", hits: [] });
  const text = typed.trim();
  const isWanted = [...text].length >= TEXT_MIN_LENGTH && !isSecretLike(text);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void readHits(text, stop.signal).then((hits) => (stop.signal.aborted ? undefined : setAnswer({ text, hits })));
    }, WAIT_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [text, isWanted]);
  if (!isWanted) return { state: isSecretLike(text) ? "secret" : "idle", hits: [], text };
  const { hits } = answer;
  // Until the answer comes the last hits stay, of which the list shows those that still match.
  if (answer.text !== text) return { state: "searching", hits: hits ?? [], text: answer.text };
  return { state: hits === null ? "failed" : "found", hits: hits ?? [], text };
}

/** null: the search failed, or too many were made. */
async function readHits(text: string, signal: AbortSignal): Promise<readonly Hit[] | null> {
  try {
    const answer = await fetch(`/api/search?${new URLSearchParams({ q: text }).toString()}`, {
      signal,
      cache: "no-store",
    });
    if (!answer.ok) return null;
    const { hits } = (await answer.json()) as { hits: readonly Hit[] };
    return hits;
  } catch {
    return null;
  }
}

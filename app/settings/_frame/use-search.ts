"use client";

import { useEffect, useState } from "react";
import type { Hit } from "@/lib/search/hit";
import { isSecretLike } from "@/lib/search/hit";
import { rankText } from "./rank-text";

const WAIT_MS = 120;
/** A letter alone finds nearly everything. */
const TEXT_MIN_LENGTH = 2;

export interface Search {
  state: "idle" | "searching" | "found" | "failed" | "secret";
  hits: readonly Hit[];
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
      void readHits(text, stop.signal).then((hits) => {
        if (stop.signal.aborted) return;
        setAnswer((last) => ({ text, hits: hits && preservePlaces(pickMatching(last, text), hits) }));
      });
    }, WAIT_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [text, isWanted]);
  if (!isWanted) return { state: isSecretLike(text) ? "secret" : "idle", hits: [] };
  if (answer.text !== text) return { state: "searching", hits: pickMatching(answer, text) };
  return { state: answer.hits === null ? "failed" : "found", hits: answer.hits ?? [] };
}

function pickMatching({ text: searched, hits }: Answer, text: string): Hit[] {
  return (hits ?? []).filter(({ name, id, href }) => rankText(`${name} ${id} ${href}`, text, [searched]) > 0);
}

/** Shown hits stay in place: someone may be about to choose one. */
function preservePlaces(shown: readonly Hit[], found: readonly Hit[]): Hit[] {
  const byHref = new Map(found.map((hit) => [hit.href, hit]));
  return [...new Set([...shown.flatMap(({ href }) => byHref.get(href) ?? []), ...found])];
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

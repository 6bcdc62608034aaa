"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { readItem, saveItem } from "@/app/_ui/page/tab-storage";
import type { QuotedMessage } from "@/lib/messages/thread";
import { fillForm, type TextPlace } from "../composer/text-place";
import { type Outgoing, type Person, type ShownText, withoutArrived } from "./outbox";
import type { PostResult } from "./run-post";

interface OutboxOptions {
  place: TextPlace;
  key: string;
  person: Person;
  messages: readonly ShownText[];
  isNewest: boolean;
  onPosted: (messageId: string, fileKeys: readonly number[]) => void;
}

/** Sorts after every id: on an old page of the thread, nothing says which messages are later than this one. */
const UNKNOWN_PLACE = "~";

export interface NewMessage {
  draftId: string;
  body: string;
  replyTo: QuotedMessage | null;
  fileKeys: readonly number[];
}

/**
 * Shows messages as soon as they are sent, and sends them one after another, so that they keep their order. They are kept in
 * this browser tab until the thread shows them; each keeps its id, so that none is posted twice.
 */
export function useOutbox({ place, key, person, messages, isNewest, onPosted }: OutboxOptions) {
  const { shown, setAll } = useKeptOutbox(key, messages, person.id);
  const isPosting = useRef(false);
  /** Counts the posts that have ended: each lets the next one begin. */
  const [turn, setTurn] = useState(0);
  const [hasPosted, setHasPosted] = useState(false);
  const files = useRef(new Map<string, readonly number[]>());
  const posted = useRef(onPosted);
  useEffect(() => {
    posted.current = onPosted;
  });

  const change = useCallback(
    (draftId: string, changes: Partial<Outgoing>) => {
      setAll((held) => held.map((outgoing) => (outgoing.draftId === draftId ? { ...outgoing, ...changes } : outgoing)));
    },
    [setAll],
  );
  const next = shown.find(({ state }) => state === "sending");
  useEffect(() => {
    void turn;
    if (!next || isPosting.current) return;
    isPosting.current = true;
    const { draftId } = next;
    void post(place, next).then((result) => {
      isPosting.current = false;
      setTurn((ended) => ended + 1);
      if (result.kind === "unsent") return change(draftId, { state: "failed", problem: result.problem });
      setHasPosted(true);
      change(draftId, { state: "posted", messageId: result.id });
      posted.current(result.id, files.current.get(draftId) ?? []);
      files.current.delete(draftId);
    });
  }, [next, turn, place, change]);

  return {
    outgoing: shown,
    hasPosted,
    send: ({ draftId, body, replyTo, fileKeys }: NewMessage) => {
      files.current.set(draftId, fileKeys);
      setHasPosted(false);
      const afterId = isNewest ? (messages.at(-1)?.id ?? "") : UNKNOWN_PLACE;
      const place = { afterId, sentAt: new Date().toISOString() };
      const state = { state: "sending", problem: null, messageId: null } as const;
      setAll((held) => [...held, { draftId, body, replyTo, ...place, ...state }]);
    },
    retry: (draftId: string) => change(draftId, { state: "sending", problem: null }),
    discard: (draftId: string) => {
      files.current.delete(draftId);
      setAll((held) => held.filter((outgoing) => outgoing.draftId !== draftId));
    },
    hasFile: (fileKey: number) => [...files.current.values()].some((keys) => keys.includes(fileKey)),
  };
}

function useKeptOutbox(key: string, messages: readonly ShownText[], userId: string) {
  const isBrowser = useIsBrowser();
  const kept = useMemo(() => (isBrowser ? (readItem<Outgoing[]>(key) ?? []) : []), [isBrowser, key]);
  /** null until this page changes them. */
  const [changed, setChanged] = useState<readonly Outgoing[] | null>(null);
  const all = changed ?? kept;
  const shown = useMemo(() => withoutArrived(all, messages, userId), [all, messages, userId]);
  if (shown.length < all.length) setChanged(shown);
  useEffect(() => {
    if (isBrowser) saveItem(key, shown.length > 0 ? shown : null);
  }, [isBrowser, key, shown]);
  const setAll = useCallback(
    (change: (held: readonly Outgoing[]) => readonly Outgoing[]) => setChanged((held) => change(held ?? kept)),
    [kept],
  );
  return { shown, setAll };
}

async function post(place: TextPlace, { draftId, body, replyTo }: Outgoing): Promise<PostResult> {
  const form = fillForm(place, { draftId, body, ...(replyTo ? { replyToMessageId: replyTo.id } : {}) });
  const lost = (): PostResult => ({ kind: "unsent", problem: navigator.onLine ? "failed" : "network", body });
  const result = await place.post(null, form).catch(lost);
  return result.kind === "posted" || result.kind === "unsent" ? result : lost();
}

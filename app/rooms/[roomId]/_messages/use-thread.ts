"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRoomChanges } from "../../_live/use-room-changes";
import { mergeNewest, prependOlder, type ThreadPage } from "./thread-page";

const TRY_AGAIN_MS = 5_000;

/** Events that change a thread: messages and their attachments. */
const TYPES = new Set(["message.created", "file.uploaded", "resync"]);

export type Thread = ReturnType<typeof useThread>;

/** The thread on this page: the messages that the server rendered, older ones loaded above, new ones arriving below. */
export function useThread(roomId: string, initial: ThreadPage) {
  const router = useRouter();
  const [page, setPage] = useState(initial);
  /** An old page is shown and newer messages exist. */
  const [isBehind, setBehind] = useState(false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  /** The last page could not be read. */
  const [isBroken, setBroken] = useState(false);
  const newest = useRef({ isReading: false, isAsked: false, isOver: false });
  const path = `/api/rooms/${roomId}/messages`;

  const loadNewest = useCallback(async () => {
    const state = newest.current;
    state.isAsked = true;
    if (state.isReading) return;
    state.isReading = true;
    // Changes that arrived during the read are fetched in one more read.
    while (state.isAsked && !state.isOver) {
      state.isAsked = false;
      const read = await readPage(path);
      if (read) setPage((held) => mergeNewest(held, read));
      setBroken(!read);
      state.isAsked ||= !read;
      if (!read) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
    state.isReading = false;
  }, [path]);
  useEffect(() => {
    const state = newest.current;
    state.isOver = false;
    return () => {
      state.isOver = true;
    };
  }, []);

  async function loadOlder(): Promise<void> {
    const first = page.messages[0];
    if (!first || isLoadingOlder) return;
    setLoadingOlder(true);
    const read = await readPage(`${path}?before=${first.id}`);
    if (read) setPage((held) => prependOlder(held, read));
    setBroken(!read);
    setLoadingOlder(false);
  }

  useRoomChanges(roomId, ({ type }) => {
    if (type === "gone") return router.refresh();
    if (!TYPES.has(type)) return;
    if (page.hasNewer) setBehind(true);
    else void loadNewest();
  });
  return { ...page, isBehind, isLoadingOlder, isBroken, loadOlder, loadNewest };
}

async function readPage(path: string): Promise<ThreadPage | null> {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    return answer.ok ? ((await answer.json()) as ThreadPage) : null;
  } catch {
    return null;
  }
}

"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PeopleHere } from "@/lib/rooms/presence";
import { type RoomChange, useRoomChanges } from "../../../_live/use-room-changes";
import { readJson } from "./read-json";
import { mergeNewest, prependOlder, type ThreadPage } from "./thread-page";
import { useReload } from "./use-reload";

const TRY_AGAIN_MS = 5_000;

const TYPES = new Set(["message.created", "file.uploaded", "resync"]);

export type Thread = ReturnType<typeof useThread>;

export function useThread(roomId: string, initial: ThreadPage) {
  const router = useRouter();
  const [page, setPage] = useState(initial);
  const [isBehind, setBehind] = useState(false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [people, setPeople] = useState<PeopleHere | null>(null);
  const path = `/api/rooms/${roomId}/messages`;
  const loadNewest = useNewest(path, setPage, setBroken);
  const reload = useReload(path, setPage);

  async function loadOlder(): Promise<void> {
    const first = page.messages[0];
    if (!first || isLoadingOlder) return;
    setLoadingOlder(true);
    const read = await readPage(`${path}?before=${first.id}`);
    if (read) setPage((held) => prependOlder(held, read));
    setBroken(!read);
    setLoadingOlder(false);
  }

  const handleChange = ({ type, objectId }: RoomChange): void => {
    if (type === "gone") router.refresh();
    if (type === "message.changed" && shows(page, objectId)) void reload(objectId);
    if (!TYPES.has(type)) return;
    if (page.hasNewer) setBehind(true);
    else void loadNewest();
  };
  useRoomChanges(roomId, handleChange, setPeople);
  const isHere = (userId: string): boolean => people?.people.some(({ id }) => id === userId) ?? false;
  return { ...page, people, isHere, isBehind, isLoadingOlder, isBroken, loadOlder, loadNewest, reload };
}

/** Reads the newest messages, again and again until it succeeds. Calls during a read share the next one. */
function useNewest(
  path: string,
  setPage: (change: (held: ThreadPage) => ThreadPage) => void,
  setBroken: (isBroken: boolean) => void,
): () => Promise<void> {
  const newest = useRef({ isReading: false, isAsked: false, isOver: false });

  const loadNewest = useCallback(async () => {
    const state = newest.current;
    state.isAsked = true;
    if (state.isReading) return;
    state.isReading = true;
    while (state.isAsked && !state.isOver) {
      state.isAsked = false;
      const read = await readPage(path);
      if (read) setPage((held) => mergeNewest(held, read));
      setBroken(!read);
      state.isAsked ||= !read;
      if (!read) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
    state.isReading = false;
  }, [path, setPage, setBroken]);
  useEffect(() => {
    const state = newest.current;
    state.isOver = false;
    return () => {
      state.isOver = true;
    };
  }, []);
  return loadNewest;
}

function shows({ messages }: ThreadPage, messageId: string): boolean {
  return messages.some(({ id, replyTo }) => id === messageId || replyTo?.id === messageId);
}

async function readPage(path: string): Promise<ThreadPage | null> {
  return (await readJson<ThreadPage>(path)) ?? null;
}

"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PeopleHere } from "@/lib/rooms/presence";
import { type RoomChange, useRoomChanges } from "../../../_live/use-room-changes";
import { mergeNewest, prependOlder, replaceMessage, type SharedMessage, type ThreadPage } from "./thread-page";

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

interface Reading {
  isAsked: boolean;
  done: Promise<void>;
}

/**
 * Reads one message again. Changes that arrive during a read are fetched in one more, so that a hundred people who react to a
 * message at once do not cost each page a hundred reads.
 */
function useReload(path: string, setPage: (change: (held: ThreadPage) => ThreadPage) => void) {
  const readings = useRef(new Map<string, Reading>());
  return useCallback(
    (messageId: string): Promise<void> => {
      const underWay = readings.current.get(messageId);
      if (underWay) {
        underWay.isAsked = true;
        return underWay.done;
      }
      const reading: Reading = { isAsked: true, done: Promise.resolve() };
      const read = async (): Promise<void> => {
        while (reading.isAsked) {
          reading.isAsked = false;
          const message = await readJson<SharedMessage>(`${path}/${messageId}`);
          if (message !== undefined) setPage((held) => replaceMessage(held, messageId, message));
        }
        readings.current.delete(messageId);
      };
      readings.current.set(messageId, reading);
      reading.done = read();
      return reading.done;
    },
    [path, setPage],
  );
}

/** null: there is none. undefined: it could not be read. */
async function readJson<Body>(path: string): Promise<Body | null | undefined> {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (answer.ok) return (await answer.json()) as Body;
    return answer.status === 404 ? null : undefined;
  } catch {
    return undefined;
  }
}

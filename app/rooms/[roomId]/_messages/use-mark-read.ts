"use client";

import { useEffect, useRef } from "react";
import { useRoomActivity } from "@/app/rooms/_frame/room-activity";
import type { Unread } from "@/lib/messages/unread";
import type { SharedMessage } from "./thread-page";

interface MarkReadOptions {
  roomId: string;
  userId: string;
  unread: Unread;
  messages: readonly SharedMessage[];
  /** The newest message is in view. */
  isAtEnd: boolean;
}

/** Marks the room as read while its newest message is in view of a visible page. */
export function useMarkRead({ roomId, userId, unread, messages, isAtEnd }: MarkReadOptions): void {
  const { clear } = useRoomActivity();
  const newestId = messages.findLast(({ authorId }) => authorId !== userId)?.id ?? "";
  /** Null until the first marking: without unread messages the page begins as read. */
  const marked = useRef<string | null>(unread.count === 0 ? newestId : null);
  useEffect(() => {
    const mark = async () => {
      if (document.hidden || !isAtEnd || newestId <= (marked.current ?? "")) return;
      const before = marked.current;
      marked.current = newestId;
      if (await tellServer(roomId, newestId)) clear(roomId);
      else if (marked.current === newestId) marked.current = before;
    };
    const handle = () => void mark();
    handle();
    document.addEventListener("visibilitychange", handle);
    return () => document.removeEventListener("visibilitychange", handle);
  }, [roomId, newestId, isAtEnd, clear]);
}

/** A mark that is lost is made with the next message, or at the next visit. */
async function tellServer(roomId: string, messageId: string): Promise<boolean> {
  const body = JSON.stringify({ messageId });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/rooms/${roomId}/read`, { method: "POST", headers, body }).catch(() => null);
  return answer?.ok ?? false;
}

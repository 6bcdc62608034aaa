"use client";

import { useEffect, useRef } from "react";
import { useRoomActivity } from "@/app/rooms/_frame/room-activity";
import { useUnreadCount } from "@/app/settings/_frame/unread-count";
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

/** Marks the room as read while its newest message is in view of a visible page, and the notices of mentions that it shows. */
export function useMarkRead({ roomId, userId, unread, messages, isAtEnd }: MarkReadOptions): void {
  const { clear } = useRoomActivity();
  const { count: notices, recount } = useUnreadCount();
  const firstId = messages[0]?.id ?? "";
  const newestId = messages.findLast(({ authorId }) => authorId !== userId)?.id ?? "";
  /** Until the first marking: without unread messages the page begins as read, but the bell may count one of them. */
  const marked = useRef({ newestId: unread.count === 0 ? newestId : "", firstId, notices: 0 });
  useEffect(() => {
    const mark = async () => {
      const before = marked.current;
      if (document.hidden || !isAtEnd || newestId === "") return;
      const mayHaveNotice = notices > 0 && (notices > before.notices || firstId < before.firstId);
      if (newestId <= before.newestId && !mayHaveNotice) return;
      const begun = { newestId, firstId, notices };
      marked.current = begun;
      if (await tellServer(roomId, firstId, newestId)) {
        clear(roomId);
        if (notices > 0) await recount();
      } else if (marked.current === begun) marked.current = before;
    };
    const handle = () => void mark();
    // Fewer than were counted: the next one is new.
    marked.current.notices = Math.min(marked.current.notices, notices);
    handle();
    document.addEventListener("visibilitychange", handle);
    return () => document.removeEventListener("visibilitychange", handle);
  }, [roomId, firstId, newestId, isAtEnd, notices, clear, recount]);
}

/** A mark that is lost is made with the next message, or at the next visit. */
async function tellServer(roomId: string, firstId: string, messageId: string): Promise<boolean> {
  const body = JSON.stringify({ messageId, firstId });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/rooms/${roomId}/read`, { method: "POST", headers, body }).catch(() => null);
  return answer?.ok ?? false;
}

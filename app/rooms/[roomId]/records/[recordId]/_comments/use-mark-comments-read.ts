"use client";

import { useEffect, useRef, useState } from "react";
import { useRoomActivity } from "@/app/rooms/_frame/room-activity";
import { useUnreadCount } from "@/app/settings/_frame/unread-count";
import type { SharedComment } from "@/lib/records/comments-query";

interface MarkCommentsOptions {
  roomId: string;
  recordId: string;
  userId: string;
  hasUnread: boolean;
  comments: readonly SharedComment[];
}

/** As `useMarkRead` of messages: while the last comment is in view of a visible page. */
export function useMarkCommentsRead({ roomId, recordId, userId, hasUnread, comments }: MarkCommentsOptions): void {
  const { recount: recountRooms } = useRoomActivity();
  const { count: notices, recount: recountNotices } = useUnreadCount();
  const isInView = useIsInView(comments.at(-1)?.id ?? "");
  const firstId = comments[0]?.id ?? "";
  const newestId = comments.findLast(({ authorId }) => authorId !== userId)?.id ?? "";
  /** Without unread comments the page begins as read, but the bell may count one of them. */
  const marked = useRef({ newestId: hasUnread ? "" : newestId, notices: 0 });
  useEffect(() => {
    const mark = async () => {
      const before = marked.current;
      if (document.hidden || !isInView || newestId === "") return;
      if (newestId <= before.newestId && notices <= before.notices) return;
      const begun = { newestId, notices };
      marked.current = begun;
      if (await tellServer(`/api/rooms/${roomId}/records/${recordId}/read`, { commentId: newestId, firstId })) {
        await Promise.all([recountRooms(), notices > 0 ? recountNotices() : null]);
      } else if (marked.current === begun) marked.current = before;
    };
    const handle = () => void mark();
    // Fewer than were counted: the next one is new.
    marked.current.notices = Math.min(marked.current.notices, notices);
    handle();
    document.addEventListener("visibilitychange", handle);
    return () => document.removeEventListener("visibilitychange", handle);
  }, [roomId, recordId, firstId, newestId, isInView, notices, recountRooms, recountNotices]);
}

/** A mark that is lost is made with the next comment, or at the next visit. */
async function tellServer(path: string, shown: { commentId: string; firstId: string }): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(shown) }).catch(() => null);
  return answer?.ok ?? false;
}

function useIsInView(id: string): boolean {
  const [inView, setInView] = useState("");
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ? id : ""));
    watch.observe(element);
    return () => watch.disconnect();
  }, [id]);
  return id !== "" && inView === id;
}

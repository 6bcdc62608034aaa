"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useUnreadCount } from "@/app/settings/_frame/unread-count";

interface ReadMarkOptions {
  path: string;
  name: "messageId" | "commentId";
  userId: string;
  rows: readonly { id: string; authorId: string | null }[];
  hasUnread: boolean;
  isInView: boolean;
  onMarked: () => Promise<void> | void;
}

export function useReadMark({ path, name, userId, rows, hasUnread, isInView, onMarked }: ReadMarkOptions): void {
  const { count: notices, recount } = useUnreadCount();
  const firstId = rows[0]?.id ?? "";
  const newestId = rows.findLast(({ authorId }) => authorId !== userId)?.id ?? "";
  const marked = useRef({ newestId: hasUnread ? "" : newestId, firstId, notices: 0 });
  const notifyMarked = useEffectEvent(onMarked);
  useEffect(() => {
    const mark = async () => {
      const before = marked.current;
      if (document.hidden || !isInView || newestId === "") return;
      const mayHaveNotice = notices > 0 && (notices > before.notices || firstId < before.firstId);
      if (newestId <= before.newestId && !mayHaveNotice) return;
      const begun = { newestId, firstId, notices };
      marked.current = begun;
      if (await sendReadMark(path, { [name]: newestId, firstId })) {
        await Promise.all([notifyMarked(), notices > 0 ? recount() : null]);
      } else if (marked.current === begun) marked.current = before;
    };
    const handle = () => void mark();
    // Fewer than were counted: the next one is new.
    marked.current.notices = Math.min(marked.current.notices, notices);
    handle();
    document.addEventListener("visibilitychange", handle);
    return () => document.removeEventListener("visibilitychange", handle);
  }, [path, name, firstId, newestId, isInView, notices, recount]);
}

/** A mark that is lost is made with the next row, or at the next visit. */
async function sendReadMark(path: string, shown: Record<string, string>): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(shown) }).catch(() => null);
  return answer?.ok ?? false;
}

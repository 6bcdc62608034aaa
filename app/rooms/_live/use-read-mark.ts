"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useUnreadCount } from "@/app/settings/_frame/unread-count";

interface ReadMarkOptions {
  path: string;
  /** The name under which the path expects the newest row. */
  name: "messageId" | "commentId";
  userId: string;
  /** Oldest first. */
  rows: readonly { id: string; authorId: string | null }[];
  hasUnread: boolean;
  /** The newest row is in view. */
  isInView: boolean;
  /** The counts beside the rooms have changed. */
  onMarked: () => Promise<void> | void;
}

/** Marks rows as read while the newest one is in view of a visible page, and the notices of the bell that the rows show. */
export function useReadMark({ path, name, userId, rows, hasUnread, isInView, onMarked }: ReadMarkOptions): void {
  const { count: notices, recount } = useUnreadCount();
  const firstId = rows[0]?.id ?? "";
  const newestId = rows.findLast(({ authorId }) => authorId !== userId)?.id ?? "";
  /** A page without unread rows begins as read, but the bell may count one of them. */
  const marked = useRef({ newestId: hasUnread ? "" : newestId, firstId, notices: 0 });
  const tellMarked = useEffectEvent(onMarked);
  useEffect(() => {
    const mark = async () => {
      const before = marked.current;
      if (document.hidden || !isInView || newestId === "") return;
      const mayHaveNotice = notices > 0 && (notices > before.notices || firstId < before.firstId);
      if (newestId <= before.newestId && !mayHaveNotice) return;
      const begun = { newestId, firstId, notices };
      marked.current = begun;
      if (await tellServer(path, { [name]: newestId, firstId })) {
        await Promise.all([tellMarked(), notices > 0 ? recount() : null]);
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
async function tellServer(path: string, shown: Record<string, string>): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(shown) }).catch(() => null);
  return answer?.ok ?? false;
}

"use client";

import { useCallback, useRef } from "react";

const EVERY_MS = 3_000;

/** Tells the room that this person is writing: at most once in three seconds, and that they no longer are when the field is empty. */
export function useWritingSignal(roomId: string): (text: string) => void {
  const signalled = useRef(0);
  return useCallback(
    (text) => {
      const nowMs = Date.now();
      const isWriting = text.trim() !== "";
      if (isWriting ? nowMs - signalled.current < EVERY_MS : signalled.current === 0) return;
      signalled.current = isWriting ? nowMs : 0;
      void signal(roomId, isWriting);
    },
    [roomId],
  );
}

/** A signal that is lost is followed by the next, or expires. */
async function signal(roomId: string, isWriting: boolean): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ isWriting });
  await fetch(`/api/rooms/${roomId}/writing`, { method: "POST", headers, body }).catch(() => null);
}

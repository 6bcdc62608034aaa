"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useRoomChanges } from "@/app/rooms/_live/use-room-changes";

/** Changes that arrive within this time are shown together. */
const GATHER_MS = 150;
const ALWAYS = ["task.", "resync", "gone"];

/** Refreshes the page when tasks of the room change, and waits while a card or bar is being dragged. */
export function useLiveTasks(roomId: string, isBusy: boolean, others: readonly string[] = []): void {
  const router = useRouter();
  const [isBehind, setBehind] = useState(false);
  useRoomChanges(roomId, ({ type }) => {
    if ([...ALWAYS, ...others].some((start) => type.startsWith(start))) setBehind(true);
  });
  useEffect(() => {
    if (!isBehind || isBusy) return;
    const timer = setTimeout(() => {
      setBehind(false);
      router.refresh();
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [isBehind, isBusy, router]);
}

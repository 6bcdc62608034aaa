"use client";

import { useLiveTasks } from "../_parts/use-live-tasks";

const FILES = ["file."];

/** The page follows the task and its files; the form decides by itself what it does with a newer version. */
export function TaskWatch({ roomId }: { roomId: string }) {
  useLiveTasks(roomId, false, FILES);
  return null;
}

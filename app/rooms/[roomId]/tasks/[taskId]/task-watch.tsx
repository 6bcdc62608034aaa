"use client";

import { useLiveTasks } from "../_parts/use-live-tasks";

const FILES = ["file."];

/** Refreshes the page when the task or its files change. The form decides what to do with a newer version. */
export function TaskWatch({ roomId }: { roomId: string }) {
  useLiveTasks(roomId, false, FILES);
  return null;
}

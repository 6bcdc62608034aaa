"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useRoomChanges } from "@/app/rooms/_live/use-room-changes";

interface LiveRecordsProps {
  roomId: string;
  /** Set when the page shows a single record. */
  recordId?: string;
  /** The page holds an editor. Navigating away would lose its text, so saving reports a deleted record instead. */
  isEditor?: boolean;
}

/** Changes in quick succession are read together. */
const GATHER_MS = 250;

/** Refreshes the page when someone changes what it shows. Text being typed stays in the browser. */
export function LiveRecords({ roomId, recordId, isEditor = false }: LiveRecordsProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRoomChanges(roomId, ({ type, objectId }) => {
    if (isEditor && (type === "record.deleted" || type === "gone")) return;
    const isOurs = /^(record|approval)\./.test(type) && (recordId === undefined || objectId === recordId);
    if (!(isOurs || type === "resync" || type === "gone")) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => router.refresh(), GATHER_MS);
  });
  return null;
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useRoomChanges } from "@/app/rooms/_live/use-room-changes";

interface LiveRecordsProps {
  roomId: string;
  /** Where only one of them is shown. */
  recordId?: string;
  /** Somebody writes here: a page that is gone would take their text along, so saving tells them instead. */
  isEditor?: boolean;
}

/** A burst of changes is one reading. */
const GATHER_MS = 250;

/** Reads the page anew when somebody changes what it shows. What is being typed is the browser's own, and stays. */
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

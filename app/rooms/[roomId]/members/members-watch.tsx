"use client";

import { useRouter } from "next/navigation";
import { useRoomChanges } from "../../_live/use-room-changes";

const SHOWN = new Set(["room.member.added", "room.changed", "resync", "gone"]);

/** Refreshes the list when someone else changes it; typed text stays. */
export function MembersWatch({ roomId }: { roomId: string }) {
  const router = useRouter();
  useRoomChanges(roomId, ({ type }) => {
    if (SHOWN.has(type)) router.refresh();
  });
  return null;
}

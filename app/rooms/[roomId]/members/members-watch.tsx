"use client";

import { useRouter } from "next/navigation";
import { useRoomChanges } from "../../_live/use-room-changes";

const SHOWN = new Set(["room.member.added", "room.changed", "resync", "gone"]);

/** Draws the list anew when somebody else changes it; what is being typed stays. */
export function MembersWatch({ roomId }: { roomId: string }) {
  const router = useRouter();
  useRoomChanges(roomId, ({ type }) => {
    if (SHOWN.has(type)) router.refresh();
  });
  return null;
}

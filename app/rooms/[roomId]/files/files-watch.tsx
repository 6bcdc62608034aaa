"use client";

import { useRouter } from "next/navigation";
import { useRoomChanges } from "../../_live/use-room-changes";

/** What others upload appears by itself. */
export function FilesWatch({ roomId }: { roomId: string }) {
  const router = useRouter();
  useRoomChanges(roomId, ({ type }) => {
    if (type === "file.uploaded" || type === "resync" || type === "gone") router.refresh();
  });
  return null;
}

"use client";

import { useRouter } from "next/navigation";
import { useRoomChanges } from "../../_live/use-room-changes";

/** Shows files of other people as soon as they arrive. */
export function FilesWatch({ roomId }: { roomId: string }) {
  const router = useRouter();
  useRoomChanges(roomId, ({ type }) => {
    if (type === "file.uploaded" || type === "resync" || type === "gone") router.refresh();
  });
  return null;
}

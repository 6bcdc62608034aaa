import type { SharedFile } from "@/lib/files/workspace";

export function pathOfDownload({ roomId, id }: Pick<SharedFile, "roomId" | "id">): string {
  return `/api/rooms/${roomId}/files/${id}/download`;
}

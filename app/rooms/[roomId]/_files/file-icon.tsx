import { FileImage, FileText, FileVideo, type LucideIcon } from "lucide-react";
import { type FileKind, findFileKind } from "@/lib/files/workspace";

const ICONS: Readonly<Record<FileKind, LucideIcon>> = { image: FileImage, media: FileVideo, document: FileText };

export function FileIcon({ mimeType }: { mimeType: string }) {
  const Icon = ICONS[findFileKind(mimeType)];
  return <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />;
}

import type { FILE_SOURCES, FileSummary } from "./file";

export interface SharedFile extends FileSummary {
  uploadedBy: string | null;
}

export interface FileRow extends SharedFile {
  viaId: string | null;
  viaRequestId: string | null;
}

export type FileSourceName = (typeof FILE_SOURCES)[number];

export const FILE_KINDS = ["image", "media", "document"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface FileFilter {
  source: FileSourceName | "";
  kind: FileKind | "";
}

export function findFileKind(mimeType: string): FileKind {
  if (/^image\//i.test(mimeType)) return "image";
  return /^(?:audio|video)\//i.test(mimeType) ? "media" : "document";
}

/** Browsers only decode these. SVG and other types that can hold a script are downloads. */
const PREVIEWED = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
const PREVIEW_MAX_BYTES = 10 * 1024 * 1024;

export function hasPreview({ mimeType, size }: Pick<FileSummary, "mimeType" | "size">): boolean {
  return PREVIEWED.has(mimeType.toLowerCase()) && size <= PREVIEW_MAX_BYTES;
}

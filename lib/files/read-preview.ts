import type { FileAccess } from "./download";
import { fileStorage } from "./open-storage";
import { countPixels, PICTURE_HEAD_BYTES, PICTURE_PIXELS_MAX } from "./picture-size";
import { decodePreview, findPreview, PREVIEW_PART_BYTES, PREVIEW_TEXT_BYTES, type PreviewText } from "./preview";
import type { ByteRange } from "./range";

export async function isShownPicture({ file }: FileAccess): Promise<boolean> {
  if (findPreview(file) !== "picture") return false;
  const end = Math.min(file.size, PICTURE_HEAD_BYTES) - 1;
  const head = await fileStorage().readPart(file.storageKey, { start: 0, end });
  const pixels = head && countPixels(Buffer.from(head));
  return pixels !== null && pixels <= PICTURE_PIXELS_MAX;
}

export async function readPreviewText({ file }: FileAccess): Promise<PreviewText | null> {
  if (findPreview(file) !== "text") return null;
  const end = Math.min(file.size, PREVIEW_TEXT_BYTES) - 1;
  const bytes = await fileStorage().readPart(file.storageKey, { start: 0, end });
  return bytes && decodePreview(bytes, file.size > PREVIEW_TEXT_BYTES);
}

export async function readPreviewPart({ file }: FileAccess, { start, end }: ByteRange): Promise<Uint8Array | null> {
  if (findPreview(file) !== "pdf") return null;
  const last = Math.min(end, start + PREVIEW_PART_BYTES - 1);
  return fileStorage().readPart(file.storageKey, { start, end: last });
}

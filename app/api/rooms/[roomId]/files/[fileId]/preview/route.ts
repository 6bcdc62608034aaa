import { openAsPerson } from "@/lib/access/open-as-person";
import { BYTES_POLICY } from "@/lib/files/disposition";
import { openFile } from "@/lib/files/download";
import { readRange } from "@/lib/files/range";
import { readPreviewPart } from "@/lib/files/read-preview";
import { notFound } from "@/lib/platform/errors";
import { withSession } from "../../../with-room";

/**
 * A part of a PDF for the page that shows it. Access is decided for each part, so a preview that is open ends with the
 * seat. Opened by itself, the answer is a download of bytes that mean nothing to a browser.
 */
export const GET = withSession(async ({ user }, params: { roomId: string; fileId: string }, request) => {
  const access = await openAsPerson(user.id, params, openFile);
  const { size } = access.file;
  const range = readRange(request.headers.get("range"), size);
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...HEADERS, "content-range": `bytes */${size}` } });
  const part = await readPreviewPart(access, range === "all" ? { start: 0, end: size - 1 } : range);
  if (part === null) throw notFound();
  const start = range === "all" ? 0 : range.start;
  const headers = { ...HEADERS, "content-range": `bytes ${start}-${start + part.length - 1}/${size}` };
  return new Response(Buffer.from(part), { status: 206, headers });
});

const HEADERS = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment",
  "content-security-policy": BYTES_POLICY,
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  // Compressed on the way, a range would be one of other bytes.
  "cache-control": "private, no-store, no-transform",
};

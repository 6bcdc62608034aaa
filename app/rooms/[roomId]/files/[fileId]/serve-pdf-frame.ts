import { z } from "zod/mini";
import { pathOfPreview } from "@/app/_links";
import {
  PDF_FRAME_KEYS,
  PDF_FRAME_READY,
  type PdfFrameLabels,
  type PdfFramePart,
  type PdfFrameStart,
} from "@/app/_pdf/protocol";
import { PDF_FRAME_PATH, PREVIEW_PART_BYTES } from "@/lib/files/preview";
import { FILE_KEY_EVENT } from "./file-keys";

export type PdfProblem = "broken" | "locked" | "gone" | "signed_out" | "network";
export type PdfState =
  | { kind: "loading" }
  | { kind: "opened"; pages: number; shown: number }
  | { kind: "failed"; problem: PdfProblem };

interface PdfFile {
  roomId: string;
  id: string;
  size: number;
}

/** The frame works on a stranger's bytes: all that it says is checked. */
const Message = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("read"),
    id: z.int(),
    start: z.int().check(z.minimum(0)),
    end: z.int().check(z.minimum(1)),
  }),
  z.object({ kind: z.literal("opened"), pages: z.int().check(z.minimum(1)), shown: z.int().check(z.minimum(1)) }),
  z.object({ kind: z.literal("failed"), problem: z.enum(["broken", "locked"]) }),
  z.object({ kind: z.literal("key"), key: z.enum(PDF_FRAME_KEYS) }),
]);

export function servePdfFrame(
  frame: HTMLIFrameElement,
  file: PdfFile,
  texts: { locale: string; labels: PdfFrameLabels },
  onChange: (state: PdfState) => void,
): () => void {
  const stop = new AbortController();
  const channel = new MessageChannel();
  const port = channel.port1;
  const fail = (problem: PdfProblem) => {
    if (!stop.signal.aborted) onChange({ kind: "failed", problem });
  };
  async function answerRead(id: number, start: number, end: number): Promise<void> {
    const read = await readPart(file, start, end, stop.signal);
    if (typeof read === "string") return fail(read);
    const part: PdfFramePart = { id, bytes: read };
    port.postMessage(part, [read]);
  }
  port.onmessage = ({ data }) => {
    const { data: message } = Message.safeParse(data);
    if (message?.kind === "read") void answerRead(message.id, message.start, message.end);
    else if (message?.kind === "key") document.dispatchEvent(new CustomEvent(FILE_KEY_EVENT, { detail: message.key }));
    else if (message?.kind === "failed") fail(message.problem);
    else if (message) onChange(message);
  };
  const greet = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== "null" || data !== PDF_FRAME_READY) return;
    window.removeEventListener("message", greet);
    const { direction, colorScheme } = getComputedStyle(document.documentElement);
    const isDark = colorScheme.includes("dark") && (colorScheme === "dark" || prefersDark());
    const start: PdfFrameStart = {
      ...texts,
      direction,
      colorScheme: isDark ? "dark" : "light",
      sizeBytes: file.size,
    };
    // An opaque origin has no name to send to; the window is the one that this page made.
    frame.contentWindow?.postMessage(start, "*", [channel.port2]);
  };
  window.addEventListener("message", greet);
  // Only now: the frame greets once, and this must not miss it.
  frame.src = PDF_FRAME_PATH;
  return () => {
    stop.abort();
    port.close();
    window.removeEventListener("message", greet);
  };
}

const prefersDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

async function readPart(
  file: PdfFile,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<ArrayBuffer | PdfProblem> {
  if (end - start > PREVIEW_PART_BYTES || end <= start) return "broken";
  const headers = { range: `bytes=${start}-${end - 1}` };
  try {
    const answer = await fetch(pathOfPreview(file), { headers, signal });
    if (answer.status === 206) return await answer.arrayBuffer();
    if (answer.status === 401) return "signed_out";
    return answer.status === 404 ? "gone" : "network";
  } catch {
    return "network";
  }
}

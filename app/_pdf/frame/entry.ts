import { getDocument, PDFDataRangeTransport, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PREVIEW_PART_BYTES } from "@/lib/files/preview";
import {
  PDF_FRAME_KEYS,
  PDF_FRAME_READY,
  type PdfFrameMessage,
  type PdfFramePart,
  type PdfFrameStart,
} from "../protocol";
import { showPages } from "./show-pages";

/** The page's origin; this document's own is opaque. */
const { origin } = new URL(location.href);

addEventListener("message", (event: MessageEvent<PdfFrameStart>) => {
  const [port] = event.ports;
  if (event.source === parent && event.origin === origin && port) void start(port, event.data);
});
parent.postMessage(PDF_FRAME_READY, origin);

async function start(port: MessagePort, given: PdfFrameStart): Promise<void> {
  const tell = (message: PdfFrameMessage) => port.postMessage(message);
  const { documentElement: root } = document;
  root.lang = given.locale;
  root.dir = given.direction;
  root.style.colorScheme = given.colorScheme;
  document.title = given.labels.document;
  forwardKeys(tell);
  const opened = await openDocument(port, given.sizeBytes, tell);
  if (typeof opened === "string") return tell({ kind: "failed", problem: opened });
  try {
    const shown = await showPages(opened, given.labels);
    tell({ kind: "opened", pages: opened.numPages, shown });
  } catch {
    tell({ kind: "failed", problem: "broken" });
  }
}

/** The page around the frame hears no keys while the frame has the focus. */
function forwardKeys(tell: (message: PdfFrameMessage) => void): void {
  addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || !PDF_FRAME_KEYS.some((known) => known === key)) return;
    tell({ kind: "key", key });
  });
}

/** Pictures of more pixels are left out: their decoded bytes would fill the memory of a phone. */
const IMAGE_MAX_PIXELS = 32 * 1024 * 1024;
const RANGE_BYTES = 256 * 1024;

function findFile(name: "worker" | "data"): string {
  return new URL(document.documentElement.dataset[name] ?? "", location.href).href;
}

/** A worker in an opaque origin must be a blob of the document's own, and loads nothing by itself. */
async function startWorker(): Promise<Worker> {
  const source = await (await fetch(findFile("worker"))).blob();
  return new Worker(URL.createObjectURL(source));
}

/** Scripts within the document are never run: pdf.js leaves them to a part that is not among our files. */
async function openDocument(
  port: MessagePort,
  sizeBytes: number,
  tell: (message: PdfFrameMessage) => void,
): Promise<PDFDocumentProxy | "broken" | "locked"> {
  const data = findFile("data");
  const task = getDocument({
    range: new PartTransport(sizeBytes, readThrough(port, tell), () => void task.destroy()),
    worker: PDFWorker.create({ port: await startWorker(), verbosity: 0 }),
    cMapUrl: `${data}cmaps/`,
    standardFontDataUrl: `${data}standard_fonts/`,
    wasmUrl: `${data}wasm/`,
    iccUrl: `${data}iccs/`,
    useWorkerFetch: false,
    rangeChunkSize: RANGE_BYTES,
    maxImageSize: IMAGE_MAX_PIXELS,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    return await task.promise;
  } catch (error) {
    return error instanceof Error && error.name === "PasswordException" ? "locked" : "broken";
  }
}

class PartTransport extends PDFDataRangeTransport {
  readonly #read: (start: number, end: number) => Promise<ArrayBuffer | null>;
  readonly #onMissing: () => void;

  constructor(
    sizeBytes: number,
    read: (start: number, end: number) => Promise<ArrayBuffer | null>,
    onMissing: () => void,
  ) {
    super(sizeBytes, null);
    this.#read = read;
    this.#onMissing = onMissing;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#collect(begin, Math.min(end, this.length)).then((bytes) =>
      bytes ? this.onDataRange(begin, bytes) : this.#onMissing(),
    );
  }

  async #collect(begin: number, end: number): Promise<Uint8Array | null> {
    const whole = new Uint8Array(end - begin);
    for (let start = begin; start < end; start += PREVIEW_PART_BYTES) {
      const length = Math.min(PREVIEW_PART_BYTES, end - start);
      const part = await this.#read(start, start + length);
      if (part?.byteLength !== length) return null;
      whole.set(new Uint8Array(part), start - begin);
    }
    return whole;
  }
}

function readThrough(port: MessagePort, tell: (message: PdfFrameMessage) => void) {
  const waiting = new Map<number, (bytes: ArrayBuffer | null) => void>();
  let nextId = 1;
  port.onmessage = ({ data: { id, bytes } }: MessageEvent<PdfFramePart>) => {
    waiting.get(id)?.(bytes);
    waiting.delete(id);
  };
  return (start: number, end: number) =>
    new Promise<ArrayBuffer | null>((resolve) => {
      const id = nextId++;
      waiting.set(id, resolve);
      tell({ kind: "read", id, start, end });
    });
}

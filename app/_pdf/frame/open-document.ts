import { getDocument, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PdfFrameMessage } from "../protocol";
import { PartTransport, readThrough } from "./read-parts";

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
export async function openDocument(
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

import { PDFDataRangeTransport } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PREVIEW_PART_BYTES } from "@/lib/files/preview";
import type { PdfFrameMessage, PdfFramePart } from "../protocol";

export class PartTransport extends PDFDataRangeTransport {
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

export function readThrough(port: MessagePort, tell: (message: PdfFrameMessage) => void) {
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

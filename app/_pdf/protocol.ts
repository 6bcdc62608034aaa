export const PDF_FRAME_READY = "svc:pdf-frame-ready";

export interface PdfFrameStart {
  sizeBytes: number;
  locale: string;
  direction: string;
  colorScheme: "light" | "dark";
  labels: PdfFrameLabels;
}

export interface PdfFrameLabels {
  document: string;
  page: string;
  unreadablePage: string;
}

export type PdfFrameMessage =
  | { kind: "read"; id: number; start: number; end: number }
  | { kind: "opened"; pages: number; shown: number }
  | { kind: "failed"; problem: "broken" | "locked" }
  | { kind: "key"; key: string };

export interface PdfFramePart {
  id: number;
  bytes: ArrayBuffer | null;
}

export const PDF_PAGES_MAX = 1_000;
/** Keys that leave the file, which the frame would otherwise swallow. */
export const PDF_FRAME_KEYS = ["ArrowLeft", "ArrowRight", "Escape"] as const;

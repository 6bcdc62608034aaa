import { PDF_FRAME_KEYS, type PdfFrameMessage } from "../protocol";

/** The page around the frame hears no keys while the frame has the focus. */
export function forwardKeys(tell: (message: PdfFrameMessage) => void): void {
  addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || !PDF_FRAME_KEYS.some((known) => known === key)) return;
    tell({ kind: "key", key });
  });
}

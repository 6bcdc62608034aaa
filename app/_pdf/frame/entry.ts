import { PDF_FRAME_KEYS, PDF_FRAME_READY, type PdfFrameMessage, type PdfFrameStart } from "../protocol";
import { openDocument } from "./open-document";
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

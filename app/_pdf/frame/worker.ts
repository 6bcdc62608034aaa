// The parser, bundled as a classic script: Chromium starts no module worker from a blob in an opaque origin.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { PDF_FRAME_PATH } from "../files/preview";
import { openStaticFiles } from "./static-files";

const Files = z.object({ script: z.string(), style: z.string(), worker: z.string(), data: z.string() });

export type SendPdfFrame = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * The policy gives the frame an opaque origin even when it is opened by itself: it has no cookies, no storage and no
 * access to anything but its own files.
 */
export function openPdfFrame(directory: URL): SendPdfFrame {
  const root = fileURLToPath(directory);
  const html = writeHtml(Files.parse(JSON.parse(readFileSync(join(root, "frame.json"), "utf8"))));
  const headers = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin", ...SAFE };
  const sendFile = openStaticFiles(root, { prefix: `${PDF_FRAME_PATH}/`, headers });
  return async (path, request, response) => {
    if (path !== PDF_FRAME_PATH) return path.startsWith(`${PDF_FRAME_PATH}/`) && sendFile(path, request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    response.writeHead(200, {
      ...SAFE,
      "content-type": "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(html),
      "content-security-policy": POLICY,
      "x-frame-options": "SAMEORIGIN",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    response.end(request.method === "HEAD" ? undefined : html);
    return true;
  };
}

const SAFE = { "x-content-type-options": "nosniff" };

/** Decoders of pictures are WebAssembly; the renderer makes fonts and pictures from blobs. */
const POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src blob:",
  "connect-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src blob: data:",
  "font-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

function writeHtml({ script, style, worker, data }: z.infer<typeof Files>): string {
  return `<!doctype html>
<html lang="en" data-worker="${PDF_FRAME_PATH}/${worker}" data-data="${PDF_FRAME_PATH}/${data}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PDF</title>
<link rel="stylesheet" href="${PDF_FRAME_PATH}/${style}" crossorigin>
<script defer src="${PDF_FRAME_PATH}/${script}" crossorigin></script>
</head>
<body></body>
</html>
`;
}

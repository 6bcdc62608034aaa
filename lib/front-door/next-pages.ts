import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "../platform/env";
import { BODY_DEPTH_MAX, PAGE_BODY_MAX_BYTES } from "../platform/page-limits";
import { isDecodablePath, isOffered, METHODS } from "./admit";
import { isLightPath, ScriptFilter } from "./light-pages";
import { limitVisitor } from "./limit-visitor";
import { readFlatBody } from "./nested-body";
import { applyPageHeaders, isForeignPost } from "./page-headers";
import { type BodyFilter, PageResponse } from "./page-response";
import { answerPage } from "./page-status";
import { openPdfFrame } from "./pdf-frame";
import { readOnAfterAnswer } from "./read-on";
import { openStaticFiles } from "./static-files";

export interface Pages {
  prepare(): Promise<void>;
  readonly upgrades: Server | null;
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPages(dev: boolean, directory: URL): Promise<Pages> {
  const { HOST, PORT } = env();
  const { default: next } = await import("next");
  const httpServer = createServer();
  if (!dev) presetConfig(directory);
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT, httpServer, quiet: !dev });
  const built = dev ? null : openBuilt(directory);
  const sendPdfFrame = openPdfFrame(new URL(dev ? ".next/pdf/" : "pdf/", directory));
  let prepared: Promise<void> | undefined;
  const prepare = () => (prepared ??= app.prepare());
  return {
    prepare,
    upgrades: dev ? httpServer : null,
    async answer(request, response, path) {
      if (await sendPdfFrame(path, request, response)) return;
      if (!isOffered(request.method)) {
        response.setHeader("allow", METHODS);
        return refuse(response, 405, `${request.method} is not offered. Use one of ${METHODS}.`);
      }
      if (!isDecodablePath(path)) return refuse(response, 400, "The path of this address cannot be decoded.");
      if (isForeignPost(request)) return refuse(response, 403, "This request came from another site.");
      readOnAfterAnswer(request, response);
      const nonce = applyPageHeaders(request, response, dev);
      if (await built?.send(path, request, response)) return;
      const page = new PageResponse(request, response, () => built?.openFilter(path, nonce, response) ?? null);
      if (!dev && (await limitVisitor(request, response, path, nonce))) return;
      const flat = await readFlatBody(request, path);
      if (flat === "gone") return;
      if (flat === "nested") return refuse(response, 400, `A body may nest at most ${BODY_DEPTH_MAX} levels.`);
      if (flat === "large") return refuse(response, 413, `A body may have at most ${PAGE_BODY_MAX_BYTES} bytes.`);
      await prepare();
      await answerPage(flat, page, () => app.getRequestHandler()(flat, response), dev ? null : nonce);
    },
    close: () => app.close(),
  };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
}

/** Reading next.config.ts again would load two compilers and keep them: 40 MB. */
function presetConfig(buildDir: URL): void {
  const built = readFileSync(new URL("required-server-files.json", buildDir), "utf8");
  const { config } = JSON.parse(built) as { config: unknown };
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = JSON.stringify(config);
}

interface BuiltPages {
  send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  openFilter(path: string, nonce: string, response: ServerResponse): BodyFilter | null;
}

function openBuilt(buildDir: URL): BuiltPages {
  const directory = fileURLToPath(buildDir);
  const { script } = JSON.parse(readFileSync(join(directory, "light.json"), "utf8")) as { script: string };
  const sendStatic = openStaticFiles(join(directory, "static"));
  return {
    async send(path, request, response) {
      if (await sendStatic(path, request, response)) return true;
      if (!isLightPath(path) || request.headers["rsc"] === undefined) return false;
      response.writeHead(204).end();
      return true;
    },
    openFilter: (path, nonce, response) =>
      isLightPath(path) && isHtml(response) ? new ScriptFilter(script, nonce) : null,
  };
}

function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader("content-type") ?? "").startsWith("text/html");
}

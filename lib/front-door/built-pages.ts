import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isLightPath, ScriptFilter } from "./light-pages";
import type { BodyFilter } from "./page-response";
import { openStaticFiles } from "./static-files";

export interface BuiltPages {
  send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  openFilter(path: string, nonce: string, response: ServerResponse): BodyFilter | null;
}

export function openBuilt(buildDir: URL): BuiltPages {
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

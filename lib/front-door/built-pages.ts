import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeBody } from "./encode-body";
import { isLightPath, ScriptFilter } from "./light-pages";
import { openStaticFiles } from "./static-files";

export type PrepareBuilt = (
  path: string,
  nonce: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>;

export function openBuilt(buildDir: URL): PrepareBuilt {
  const directory = fileURLToPath(buildDir);
  const { script } = JSON.parse(readFileSync(join(directory, "light.json"), "utf8")) as { script: string };
  const sendStatic = openStaticFiles(join(directory, "static"));
  return async (path, nonce, request, response) => {
    if (await sendStatic(path, request, response)) return true;
    const isLight = isLightPath(path);
    if (isLight && request.headers["rsc"] !== undefined) {
      response.writeHead(204).end();
      return true;
    }
    encodeBody(request, response, () => (isLight && isHtml(response) ? new ScriptFilter(script, nonce) : null));
    return false;
  };
}

function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader("content-type") ?? "").startsWith("text/html");
}

import { createReadStream, readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { chooseEncoding } from "./page-response";

const BUILD_PREFIX = "/_next/static/";
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".pfb": "application/octet-stream",
  ".bcmap": "application/octet-stream",
  ".icc": "application/octet-stream",
};
const SUFFIXES = { br: ".br", gzip: ".gz" } as const;

export type SendStatic = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface StaticOptions {
  prefix?: string;
  headers?: Readonly<Record<string, string>>;
}

export function openStaticFiles(
  directory: string,
  { prefix = BUILD_PREFIX, headers: own = {} }: StaticOptions = {},
): SendStatic {
  const sizes = new Map(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .map((file) => [file.replaceAll("\\", "/"), statSync(join(directory, file))] as const)
      .flatMap(([file, { size }]) => (extname(file) === "" ? [] : [[file, size] as const])),
  );
  return async (path, request, response) => {
    const file = path.startsWith(prefix) ? path.slice(prefix.length) : "";
    const type = TYPES[extname(file)];
    const isPlain = (request.method === "GET" || request.method === "HEAD") && request.headers.range === undefined;
    if (type === undefined || !sizes.has(file) || !isPlain) return false;
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    const suffix = encoding !== null && sizes.has(file + SUFFIXES[encoding]) ? SUFFIXES[encoding] : "";
    const headers = {
      ...own,
      "content-type": type,
      "content-length": sizes.get(file + suffix),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      ...(suffix === "" || encoding === null ? {} : { "content-encoding": encoding }),
    };
    response.writeHead(200, headers);
    if (request.method === "HEAD") response.end();
    else await pipeline(createReadStream(join(directory, file + suffix)), response).catch(() => response.destroy());
    return true;
  };
}

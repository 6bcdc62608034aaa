import { serve } from "inngest/edge";
import { z } from "zod";
import { backgroundMode, env } from "../lib/platform/env";
import { inngest, inngestServer } from "./client";
import { functions } from "./functions";

const SERVE_PATH = "/api/inngest";

/** Inngest sends a run's events and step results with each call, at most 4 MB of each. */
const BODY_MAX_BYTES = 16 * 1024 * 1024;

const Reply = z.object({ message: z.string() });

let handler: ((request: Request) => Promise<Response>) | undefined;

export async function answerInngest(request: Request): Promise<Response> {
  const mode = backgroundMode();
  if (mode === "embedded") return refuse(404, "not_found");
  // The SDK checks the signature only after the body is read.
  if (mode === "inngest" && !request.headers.has("x-inngest-signature")) return refuse(401, "unauthenticated");
  const body = await readLimited(request);
  if (body === "too large") return refuse(413, "validation_error");
  handler ??= serve({
    client: inngest,
    functions,
    serveOrigin: env().SVC_BASE_URL,
    servePath: SERVE_PATH,
    enableUnauthedSync: mode === "development",
  });
  return handler(new Request(request.url, { method: request.method, headers: request.headers, body }));
}

async function readLimited(request: Request): Promise<Uint8Array<ArrayBuffer> | null | "too large"> {
  if (request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > BODY_MAX_BYTES) return "too large";
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function refuse(status: number, code: string): Response {
  return Response.json({ error: code }, { status, headers: { "cache-control": "no-store" } });
}

/** A stranger must not make us register, so the same request from outside is refused. */
export async function registerFunctions(): Promise<string | null> {
  const { SVC_BASE_URL } = env();
  const register = serve({
    client: inngestServer,
    functions,
    serveOrigin: SVC_BASE_URL,
    servePath: SERVE_PATH,
    enableUnauthedSync: true,
  });
  const url = new URL(SVC_BASE_URL + SERVE_PATH);
  const response = await register(new Request(url, { method: "PUT", headers: { host: url.host }, body: "{}" }));
  if (response.ok) return null;
  return Reply.safeParse(await response.json()).data?.message ?? `status ${response.status}`;
}

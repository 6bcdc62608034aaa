import { Readable } from "node:stream";
import { fromRequest } from "@/lib/api/web-http";
import type { TransferEndpoint } from "@/lib/files/transfer/endpoints";

/** Next's route to file bytes. Exports every method, so that Next does not answer its own empty 405. */
export function serve(endpoint: TransferEndpoint) {
  const handle = async (request: Request, { params }: { params: Promise<{ ticket: string }> }): Promise<Response> => {
    const { status, headers, body } = await endpoint(fromRequest(request), (await params).ticket);
    const stream = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : body;
    return new Response(stream, { status, headers });
  };
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

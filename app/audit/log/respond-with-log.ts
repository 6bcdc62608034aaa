import { describeFailure } from "@/lib/api/errors";
import { log } from "@/lib/platform/log";

const HEADERS = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
const UNCACHED = { ...HEADERS, "cache-control": "no-store" };

/** Anyone may read it, from a page of any origin too. null: there is no such part of the log (yet). */
export async function respondWithLog(
  read: () => Promise<string | Buffer | null>,
  type: string,
  caching: string,
): Promise<Response> {
  try {
    const body = await read();
    if (body === null) return new Response(null, { status: 404, headers: UNCACHED });
    const bytes = typeof body === "string" ? body : new Uint8Array(body);
    return new Response(bytes, { headers: { ...HEADERS, "content-type": type, "cache-control": caching } });
  } catch (error) {
    const { status, message, headers } = describeFailure(error);
    log().error({ error }, "the public audit log could not be read");
    return new Response(message, { status, headers: { ...UNCACHED, "content-type": "text/plain", ...headers } });
  }
}

/** Anyone may read it, from a page of any origin too. null: there is no such part of the log (yet). */
export function respondWithLog(body: string | Buffer | null, type: string, caching: string): Response {
  const headers = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
  if (body === null) return new Response(null, { status: 404, headers: { ...headers, "cache-control": "no-store" } });
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  return new Response(bytes, { headers: { ...headers, "content-type": type, "cache-control": caching } });
}

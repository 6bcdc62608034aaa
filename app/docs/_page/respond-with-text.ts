/** A file of the docs. It is the same for every reader. */
export function respondWithText(type: "text/markdown" | "text/plain", text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": status === 200 ? "public, max-age=300" : "no-store",
    },
  });
}

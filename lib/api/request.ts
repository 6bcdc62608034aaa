/**
 * A request and its answer as the kernel sees them. Two doors make them: Node's HTTP server, without building web
 * objects (`serveNode`), and Next's route handlers (`serveRequest`).
 */
export interface ApiRequest {
  method: string;
  /** Path and query as they stood on the request line. */
  target: string;
  header(name: string): string | null;
  headersBytes: number;
  /** The client's address as the front door found it, behind trusted proxies too. */
  address: string;
  /** null: no body was sent. */
  body: AsyncIterable<Uint8Array> | null;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** null: none, not even an empty one (204). */
  body: string | null;
}

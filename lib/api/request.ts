/**
 * The kernel's own form of a request. Two doors make it: Node's HTTP server, without building web objects
 * (`fromNode`), and Next's route handlers (`fromRequest`).
 */
export interface ApiRequest {
  method: string;
  /** Path and query of the request line. */
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
  /** The template that the request was for; undefined where the path itself has no parameters. */
  route?: string;
}

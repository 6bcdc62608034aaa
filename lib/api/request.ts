export interface ApiRequest {
  method: string;
  target: string;
  header(name: string): string | null;
  headersBytes: number;
  address: string;
  body: AsyncIterable<Uint8Array> | null;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  route?: string;
}

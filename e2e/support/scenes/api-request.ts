import { Readable } from "node:stream";
import type { ApiRequest } from "../../../lib/api/request";

interface Sent {
  method?: string;
  target: string;
  headers?: Readonly<Record<string, string>>;
  address?: string;
  body?: string | Buffer | AsyncIterable<Uint8Array> | undefined;
}

/** A request as the front door hands it to the kernel. */
export const makeRequest = ({
  method = "GET",
  target,
  headers = {},
  address = "192.0.2.7",
  body,
}: Sent): ApiRequest => ({
  method,
  target,
  header: (name) => headers[name] ?? null,
  headersBytes: 200,
  address,
  body: typeof body === "string" || Buffer.isBuffer(body) ? Readable.from([Buffer.from(body)]) : (body ?? null),
});

export const writeBody = (body: unknown) =>
  typeof body === "string" || body === undefined ? body : JSON.stringify(body);

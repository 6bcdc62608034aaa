import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

export interface BodyFilter {
  push(chunk: Uint8Array): Buffer;
  end(): Buffer;
}

export type ChooseHead = (status: number) => number | (() => void);

type Encoding = "br" | "gzip";
type Encoder = ReturnType<typeof createBrotliCompress> | ReturnType<typeof createGzip>;

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:json|javascript|xml|manifest\+json)\b)/;
const COMPRESS_MIN_BYTES = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };

export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const wanted = new Set(
    [accepted ?? []]
      .flat()
      .join(",")
      .split(",")
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim().toLowerCase()),
  );
  return wanted.has("br") ? "br" : wanted.has("gzip") ? "gzip" : null;
}

export class PageResponse {
  readonly #send: Pick<ServerResponse, "writeHead" | "flushHeaders" | "write" | "end">;
  readonly #encoding: Encoding | null;
  #chooseHead: ChooseHead = (status) => status;
  #given: OutgoingHttpHeaders = {};
  #hasHead = false;
  #replace: (() => void) | null = null;
  #filter: BodyFilter | null = null;
  #encoder: Encoder | null = null;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly openFilter: () => BodyFilter | null,
  ) {
    this.#encoding = chooseEncoding(request.headers["accept-encoding"]);
    this.#send = {
      writeHead: response.writeHead.bind(response),
      flushHeaders: response.flushHeaders.bind(response),
      write: response.write.bind(response),
      end: response.end.bind(response),
    };
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const headers = rest.find((value): value is OutgoingHttpHeaders => typeof value === "object");
      for (const [name, value] of Object.entries(headers ?? {}))
        if (value !== undefined) response.setHeader(name, value);
      this.#begin(status);
      return response;
    };
    response.flushHeaders = () => {
      this.#begin(response.statusCode);
      if (!this.#replace) this.#send.flushHeaders();
    };
    response.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
      const callback = findCallback(rest);
      if (callback) process.nextTick(callback);
      return this.#write(toBytes(chunk, rest[0]));
    };
    response.end = (...args: unknown[]) => {
      const [chunk, charset] = args;
      const callback = findCallback(args);
      if (callback) response.once("finish", callback);
      this.#end(typeof chunk === "string" || chunk instanceof Uint8Array ? toBytes(chunk, charset) : Buffer.alloc(0));
      return response;
    };
  }

  correctHead(chooseHead: ChooseHead): void {
    this.#chooseHead = chooseHead;
    this.#given = this.response.getHeaders();
  }

  #begin(status: number): void {
    if (this.#hasHead || this.#replace) return;
    const chosen = this.#chooseHead(status);
    if (typeof chosen === "function") {
      this.#replace = chosen;
      return;
    }
    this.#hasHead = true;
    this.#filter = this.openFilter();
    const isFiltered = this.#filter !== null;
    const isEncodable = mayEncode(this.request, this.response, chosen, isFiltered);
    const encoding = isEncodable ? this.#encoding : null;
    if (isEncodable) addVary(this.response);
    if (isFiltered || encoding) this.response.removeHeader("content-length");
    if (encoding) this.#encoder = this.#openEncoder(encoding);
    this.#send.writeHead(chosen);
  }

  #write(bytes: Uint8Array): boolean {
    this.#begin(this.response.statusCode);
    if (this.#replace) return true;
    const passed = this.#filter ? this.#filter.push(bytes) : bytes;
    if (passed.length === 0) return true;
    return this.#encoder ? this.#encoder.write(passed) : this.#send.write(passed);
  }

  #end(bytes: Uint8Array): void {
    this.#begin(this.response.statusCode);
    if (this.#replace) {
      this.#writeOther(this.#replace);
      return;
    }
    const last = this.#filter ? Buffer.concat([this.#filter.push(bytes), this.#filter.end()]) : bytes;
    if (this.#encoder) this.#encoder.end(last);
    else if (last.length > 0) this.#send.end(last);
    else this.#send.end();
  }

  #writeOther(write: () => void): void {
    const { response } = this;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(this.#given)) if (value !== undefined) response.setHeader(name, value);
    this.#replace = null;
    this.#chooseHead = (status) => status;
    write();
  }

  #openEncoder(encoding: Encoding): Encoder {
    const { response } = this;
    const encoder = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip();
    response.setHeader("content-encoding", encoding);
    encoder.on("data", (chunk: Buffer) => {
      if (!this.#send.write(chunk)) encoder.pause();
    });
    encoder.on("end", () => this.#send.end());
    encoder.on("drain", () => response.emit("drain"));
    response.on("drain", () => encoder.resume());
    response.once("close", () => encoder.destroy());
    Object.assign(response, { flush: () => encoder.flush() });
    return encoder;
  }
}

function findCallback(args: readonly unknown[]): (() => void) | undefined {
  return args.find((value): value is () => void => typeof value === "function");
}

function mayEncode(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  isFiltered: boolean,
): boolean {
  if (method === "HEAD" || status === 204 || status === 206 || status === 304) return false;
  if (response.hasHeader("content-encoding")) return false;
  const length = Number(response.getHeader("content-length") ?? Number.POSITIVE_INFINITY);
  if (length < COMPRESS_MIN_BYTES && !isFiltered) return false;
  return COMPRESSIBLE.test(String(response.getHeader("content-type") ?? ""));
}

function addVary(response: ServerResponse): void {
  const vary = [response.getHeader("vary") ?? []].flat().join(", ");
  if (!/accept-encoding/i.test(vary))
    response.setHeader("vary", vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
}

function toBytes(chunk: Uint8Array | string, charset: unknown): Uint8Array {
  return typeof chunk === "string"
    ? Buffer.from(chunk, typeof charset === "string" ? (charset as BufferEncoding) : "utf8")
    : chunk;
}

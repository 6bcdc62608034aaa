import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HEADERS_MAX_BYTES, REQUEST_BODY_MAX_BYTES, URL_MAX_BYTES } from "../../lib/platform/limits";
import { sendRaw } from "./raw-http";

/** A request on the wire. */
interface Message {
  target: string;
  lines: string[];
  body: Buffer;
}

/** Faults that a network, a proxy or another HTTP client adds, and that no method of a client would send. */
const DISTORTIONS = {
  garbled: (message: Message) => ({ ...message, lines: [...message.lines, "this line is no header"] }),
  longUrl: (message: Message) => ({ ...message, target: `${message.target}?padding=${"x".repeat(URL_MAX_BYTES)}` }),
  longHeaders: (message: Message) => ({
    ...message,
    lines: [...message.lines, `x-padding: ${"x".repeat(HEADERS_MAX_BYTES)}`],
  }),
  largeBody: (message: Message) => ({ ...message, body: Buffer.alloc(REQUEST_BODY_MAX_BYTES + 1, "x") }),
};
export type Distortion = keyof typeof DISTORTIONS;

export interface DistortingProxy {
  /** The base URL of the service behind this fault. */
  through: (distortion: Distortion) => string;
  close: () => void;
}

/** Lets each request through with the fault that its path begins with. */
export async function startDistortingProxy(target: string): Promise<DistortingProxy> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const [, name = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const message = DISTORTIONS[name as Distortion](await readMessage(incoming, path));
    const { status, headers, body } = await sendRaw(target, writeHead(incoming.method ?? "GET", message), message.body);
    outgoing.writeHead(status, { ...headers, connection: "close" }).end(body);
  };
  const proxy = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    through: (distortion) => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/${distortion}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

const FRAMING = ["connection", "content-length", "transfer-encoding"];

async function readMessage(incoming: IncomingMessage, target: string): Promise<Message> {
  const { rawHeaders } = incoming;
  const lines = rawHeaders.flatMap((name, index) => {
    const isKept = index % 2 === 0 && !FRAMING.includes(name.toLowerCase());
    return isKept ? [`${name}: ${rawHeaders[index + 1] ?? ""}`] : [];
  });
  return { target, lines, body: Buffer.concat(await incoming.toArray()) };
}

function writeHead(method: string, { target, lines, body }: Message): string {
  const framing = body.length > 0 ? [`content-length: ${body.length}`] : [];
  return `${[`${method} ${target} HTTP/1.1`, ...lines, ...framing].join("\r\n")}\r\n\r\n`;
}

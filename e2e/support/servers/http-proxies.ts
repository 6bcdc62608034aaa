import { request as sendRequest } from "node:http";
import { HEADERS_MAX_BYTES, REQUEST_BODY_MAX_BYTES, URL_MAX_BYTES } from "../../../lib/platform/limits";
import { sendRaw } from "../attacks/raw-http";
import { serve, serveBodies } from "./loopback";

/** A proxy that lets every fifth request through and loses its response. */
export async function startCuttingProxy(target: string) {
  let count = 0;
  const { hostname, port } = new URL(target);
  const { url, close } = await serve((incoming, outgoing) => {
    count += 1;
    const isLost = count % 5 === 0;
    const { method, url: path, headers } = incoming;
    const forwarded = sendRequest({ hostname, port, method, path, headers }, (response) => {
      if (isLost) response.resume().on("end", () => outgoing.destroy());
      else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers));
    });
    incoming.pipe(forwarded);
  });
  return {
    baseUrl: url,
    get count() {
      return count;
    },
    close,
  };
}

/** A request on the wire. */
interface Message {
  target: string;
  lines: string[];
  body: Buffer;
}

/** Faults that a network, a proxy or another HTTP client adds, and that no method of a client would send. */
const DISTORTIONS = {
  garbled: ({ lines }: Message) => ({ lines: [...lines, "this line is no header"] }),
  longUrl: ({ target }: Message) => ({ target: `${target}?padding=${"x".repeat(URL_MAX_BYTES)}` }),
  longHeaders: ({ lines }: Message) => ({ lines: [...lines, `x-padding: ${"x".repeat(HEADERS_MAX_BYTES)}`] }),
  largeBody: () => ({ body: Buffer.alloc(REQUEST_BODY_MAX_BYTES + 1, "x") }),
};
export type Distortion = keyof typeof DISTORTIONS;

const FRAMING = ["connection", "content-length", "transfer-encoding"];

/** Lets each request through with the fault that its path begins with. `through`: the base URL behind a fault. */
export async function startDistortingProxy(target: string) {
  const { url, close } = await serveBodies((body, { url: path, method, rawHeaders }, outgoing) => {
    const [, name = "", rest = ""] = /^\/(\w+)(\/.*)$/.exec(path ?? "") ?? [];
    const lines = rawHeaders.flatMap((header, index) => {
      const isKept = index % 2 === 0 && !FRAMING.includes(header.toLowerCase());
      return isKept ? [`${header}: ${rawHeaders[index + 1] ?? ""}`] : [];
    });
    const message = { target: rest, lines, body };
    const distorted: Message = { ...message, ...DISTORTIONS[name as Distortion](message) };
    const framing = distorted.body.length > 0 ? [`content-length: ${distorted.body.length}`] : [];
    const head = [`${method} ${distorted.target} HTTP/1.1`, ...distorted.lines, ...framing].join("\r\n");
    sendRaw(target, `${head}\r\n\r\n`, distorted.body).then(
      (response) =>
        outgoing.writeHead(response.status, { ...response.headers, connection: "close" }).end(response.body),
      () => outgoing.destroy(),
    );
  });
  return { through: (distortion: Distortion) => `${url}/${distortion}`, close };
}
export type DistortingProxy = Awaited<ReturnType<typeof startDistortingProxy>>;

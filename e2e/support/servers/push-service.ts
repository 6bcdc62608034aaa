import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { SocketTarget } from "../../../lib/egress/guarded-socket";
import { createGuardedClient } from "../../../lib/egress/send";
import type { PushSubscription } from "../../../lib/notifications/push/subscription";
import type { Push } from "../../../lib/notifications/push/write-push";

interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const PUBLIC_ADDRESS = "93.184.215.14";
export const PUSH_ORIGIN = "https://push.example";

/** Listens on loopback, and its client reaches it under a public name. */
export async function startPushService() {
  const arrived: Arrived[] = [];
  const statuses = new Map<string, number>();
  const server = createServer((request, response) => {
    const [path, chunks] = [request.url ?? "", [] as Buffer[]];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrived.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(statuses.get(path) ?? 201).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const dial = async ({ address }: SocketTarget): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    Object.defineProperty(socket, "remoteAddress", { value: address });
    return socket;
  };
  const resolve = (host: string) => Promise.resolve(host === "push.example" ? [PUBLIC_ADDRESS] : []);
  return {
    arrived,
    statuses,
    client: createGuardedClient({ reach: new Set(["public"]), dial, resolve }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The keys of a browser, which alone open what is sent to its endpoint. */
export function makeBrowser(path: string) {
  const [receiver, auth] = [createECDH("prime256v1"), randomBytes(16)];
  const p256dh = receiver.generateKeys();
  const subscription: PushSubscription = {
    endpoint: PUSH_ORIGIN + path,
    keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
  };
  function open(message: Buffer): Push {
    const [salt, sender, sealed] = [message.subarray(0, 16), message.subarray(21, 86), message.subarray(86)];
    const derive = (material: Buffer, used: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync("sha256", material, used, info, bytes));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
    const material = derive(receiver.computeSecret(sender), auth, info, 32);
    const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Push;
  }
  return { path, subscription, open };
}

export type TestBrowser = ReturnType<typeof makeBrowser>;

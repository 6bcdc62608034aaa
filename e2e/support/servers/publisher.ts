import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { createGuardedClient, type GuardedClient } from "../../../lib/egress/send";
import { listen } from "./loopback";

/** Publishes client ID metadata documents on loopback. */
export async function startPublisher(tls?: { key: string; cert: string }) {
  const pages = new Map<string, { status: number; headers: Record<string, string>; text: string }>();
  const fetched: string[] = [];
  const answer: Parameters<typeof createServer>[1] = (request, response) => {
    const path = request.url ?? "";
    fetched.push(path);
    const page = pages.get(path);
    response.writeHead(page?.status ?? 404, page?.headers ?? {}).end(page?.text ?? "");
  };
  const { port, close } = await listen(tls ? createTlsServer(tls, answer) : createServer(answer));
  return {
    port,
    /** Paths that were fetched, oldest first. */
    fetched,
    /** The response to GETs of a path; without one it is 404. */
    publish(path: string, body: unknown, headers: Record<string, string> = {}, status = 200) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      pages.set(path, { status, headers: { "content-type": "application/json", ...headers }, text });
    },
    stop: close,
  };
}
export type Publisher = Awaited<ReturnType<typeof startPublisher>>;

/** The guarded client with its own rules; every name leads to the publisher, and TLS is left out. */
export function reachPublisher({ port }: Publisher): GuardedClient {
  return createGuardedClient({ resolve: async () => ["127.0.0.1"], dial: () => openSocket(port) });
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", reject).once("connect", () => resolve(socket));
  });
}

export function writeDocument(url: string, change: object = {}): object {
  return {
    client_id: url,
    client_name: "Robot",
    client_uri: new URL("/about", url).href,
    redirect_uris: ["http://127.0.0.1/callback", "https://robot.example/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    logo_uri: new URL("/logo.png", url).href,
    ...change,
  };
}

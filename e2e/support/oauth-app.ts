import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Manifest } from "../../prisma/seed/manifest";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

/** An app with a server of its own on loopback, as an integrator has one. */
export interface RunningApp {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly redirectUris: string[];
  /** Where a browser ends: the app's callback sends it on, to another origin. */
  readonly doneUrl: string;
  /** Requests to the callback, oldest first. */
  readonly callbacks: URL[];
  stop(): Promise<void>;
}

export async function startApp(
  demo: Manifest,
  options: { isConfidential?: boolean; actorType?: "USER" | "AGENT" } = {},
) {
  const callbacks: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", redirectUri);
    if (url.pathname !== "/callback") {
      response.end("<!doctype html><title>Done</title><h1>Done</h1>");
      return;
    }
    callbacks.push(url);
    response.writeHead(302, { location: doneUrl }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const doneUrl = `http://localhost:${port}/done`;
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const app = await createWorld({ url: demo.databaseUrl, query }).oauthApp({ ...options, redirectUris: [redirectUri] });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const running: RunningApp = { ...app, doneUrl, callbacks, stop };
  return running;
}

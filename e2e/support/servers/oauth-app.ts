import type { Manifest } from "../../../prisma/seed/manifest";
import { openDemoWorld } from "../scenes/world";
import { serve } from "./loopback";

/** An app with a server of its own on loopback, as an integrator has one. */
export async function startApp(
  demo: Manifest,
  options: { isConfidential?: boolean; actorType?: "USER" | "AGENT" } = {},
) {
  /** Requests to the callback, oldest first. */
  const callbacks: URL[] = [];
  const { port, close } = await serve((request, response) => {
    const url = new URL(request.url ?? "/", redirectUri);
    if (url.pathname !== "/callback") return void response.end("<!doctype html><title>Done</title><h1>Done</h1>");
    callbacks.push(url);
    response.writeHead(302, { location: doneUrl }).end();
  });
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const doneUrl = `http://localhost:${port}/done`;
  const app = await openDemoWorld(demo).oauthApp({ ...options, redirectUris: [redirectUri] });
  return { ...app, doneUrl, callbacks, stop: close };
}
export type RunningApp = Awaited<ReturnType<typeof startApp>>;

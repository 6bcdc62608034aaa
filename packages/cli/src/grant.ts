import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { beginAuthorization, finishAuthorization } from "../../sdk/src/authorization";
import { FileTokenStore } from "../../sdk/src/node/file-token-store";
import { type Credential, type OAuthApp, openGrant } from "../../sdk/src/tokens";
import { configDirectory } from "./config";
import { Failure } from "./fail";
import { findBaseUrl } from "./session";
import type { Svc } from "./svc";

/** One app, one set of scopes, one resource, at one service. */
export interface GrantOptions {
  clientId: string;
  scopes: string;
  redirectUri: string;
  audience: "api" | "mcp";
}

const APPROVAL_TIMEOUT_MS = 5 * 60_000;

/** The file that every process of this machine shares: a refresh token is good once, so that they take turns. */
export function openStore({ surroundings }: Svc, baseUrl: string, { clientId, scopes, audience }: GrantOptions) {
  const name = [baseUrl, clientId, scopes.split(/\s+/).sort().join(" "), audience].join("\n");
  const file = createHash("sha256").update(name).digest("hex");
  return new FileTokenStore(join(configDirectory(surroundings), "grants", `${file}.json`));
}

/** The grant's credential; where there is no grant yet, the person approves the app in the browser first. */
export async function findGrant(svc: Svc, options: GrantOptions): Promise<Credential> {
  const { surroundings } = svc;
  const baseUrl = await findBaseUrl(surroundings, svc.options);
  const clientSecret = surroundings.env["SVC_CLIENT_SECRET"];
  const app: OAuthApp = { baseUrl, clientId: options.clientId, clientSecret, fetch: surroundings.fetch };
  const store = openStore(svc, baseUrl, options);
  if ((await store.load()) === undefined) await authorize(svc, app, options);
  return openGrant(app, store);
}

/** A new approval, also where a grant has ended. */
export async function authorize(svc: Svc, app: OAuthApp, options: GrantOptions): Promise<void> {
  const { surroundings, output } = svc;
  const { redirectUri, audience } = options;
  const resource = `${app.baseUrl}/${audience === "api" ? "v1" : "mcp"}`;
  const scopes = options.scopes.split(/\s+/);
  const pending = await beginAuthorization({ ...app, redirectUri, scopes, resource });
  const callback = await waitForCallback(redirectUri, surroundings.signal, async () => {
    output.error(`Open ${pending.url}\nand approve the app.`);
    if (surroundings.stderr.isTTY) await surroundings.openBrowser(pending.url);
  });
  await openStore(svc, app.baseUrl, options).save(
    await finishAuthorization({ ...app, redirectUri }, callback, pending),
  );
}

/** The redirect URI is on this machine, as RFC 8252 has it: the port is open for one request. */
async function waitForCallback(redirectUri: string, signal: AbortSignal, begin: () => Promise<void>): Promise<URL> {
  const expected = URL.canParse(redirectUri) ? new URL(redirectUri) : null;
  const isLoopback = expected && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(expected.hostname);
  if (!expected || !isLoopback || expected.protocol !== "http:" || expected.port === "") {
    const advice = "Register one such as http://127.0.0.1:8976/callback for the app.";
    throw new Failure("usage", `${redirectUri} is no redirect URI on this machine.`, advice);
  }
  const ended = AbortSignal.any([signal, AbortSignal.timeout(APPROVAL_TIMEOUT_MS)]);
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", expected);
      const isCallback = url.pathname === expected.pathname;
      response.writeHead(isCallback ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
      response.end(isCallback ? "You can close this page and go back to your terminal.\n" : "There is nothing here.\n");
      if (!isCallback) return;
      server.close();
      resolve(url);
    });
    ended.addEventListener("abort", () => {
      server.close();
      reject(new Failure("authentication", "The app was not approved in time.", "Run the command again."));
    });
    server.on("error", (error: NodeJS.ErrnoException) =>
      reject(new Failure("api", `The port ${expected.port} cannot be opened (${error.code}).`)),
    );
    server.listen(Number(expected.port), expected.hostname.replace(/[[\]]/g, ""), () => {
      begin().catch(reject);
    });
  });
}

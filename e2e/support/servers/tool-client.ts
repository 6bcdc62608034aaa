import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { Manifest } from "../../../prisma/seed/manifest";
import { openConsent, postDecision, readReturn } from "../browser/oauth-flow";

type App = Manifest["oauthApps"]["public"];

/** The protocol's versions begin with `initialize`, or without any handshake. */
export const DIALECTS = ["2025-11-25", "2026-07-28"] as const;
type Dialect = (typeof DIALECTS)[number];

interface Options {
  app: App;
  cookie: string;
  scopes: readonly string[];
  dialect?: Dialect;
}

/**
 * The SDK's own client. It knows the endpoint's URL and nothing else: from the 401 it finds metadata, authorization
 * server and audience, and a person approves, in their organization if they have one.
 */
export async function connectTools(baseUrl: string, { app, cookie, scopes, dialect }: Options) {
  const provider = new StaticClient(app);
  const url = new URL(`${baseUrl}/mcp`);
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
  const refused = await makeClient(dialect)
    .connect(first)
    .catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedError)) throw new Error("The endpoint asked for no token.", { cause: refused });
  // The client requests every scope that the metadata names.
  const query = provider.asked?.searchParams ?? new URLSearchParams();
  query.set("scope", scopes.join(" "));
  const { request, ticket, contexts } = await openConsent(baseUrl, query, cookie);
  const fields = { request, ticket, context: contexts.at(-1) ?? "", decision: "approve" };
  const back = await readReturn(await postDecision(baseUrl, cookie, fields));
  await first.finishAuth(back.searchParams);
  return openTools(baseUrl, provider.token, dialect);
}

export async function openTools(baseUrl: string, token: string, dialect?: Dialect) {
  const client = makeClient(dialect);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  return { client, token, [Symbol.asyncDispose]: (): Promise<void> => client.close() };
}

export function makeClient(dialect: Dialect = "2025-11-25"): Client {
  const mode = dialect === "2026-07-28" ? { pin: dialect } : ("legacy" as const);
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
}

/** Keeps one authorization of the SDK in memory. */
export abstract class MemoryClient implements OAuthClientProvider {
  asked: URL | null = null;
  protected held: OAuthTokens | undefined;
  #verifier = "";
  #discovery: OAuthDiscoveryState | undefined;

  abstract get redirectUrl(): string;
  abstract clientInformation(): OAuthClientInformationMixed | undefined;

  get clientMetadata() {
    return { redirect_uris: [this.redirectUrl] };
  }
  tokens(): OAuthTokens | undefined {
    return this.held;
  }
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovery = state;
  }
  discoveryState() {
    return this.#discovery;
  }
}

class StaticClient extends MemoryClient {
  constructor(readonly app: App) {
    super();
  }

  get redirectUrl(): string {
    return this.app.redirectUris[0] ?? "";
  }
  get token(): string {
    return this.held?.access_token ?? "";
  }
  clientInformation() {
    return { client_id: this.app.clientId };
  }
  override tokens() {
    return undefined;
  }
}

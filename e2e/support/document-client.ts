import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { asserted, type SigningKey, signAssertion } from "./assertions";
import { openConsent, postDecision, readReturn } from "./oauth-flow";

/** A client that knows the URL of its own metadata document and of the tool endpoint, and no client id. */
export class DocumentClient implements OAuthClientProvider {
  asked: URL | null = null;
  #information: OAuthClientInformationMixed | undefined;
  #verifier = "";
  #tokens: OAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  readonly #transport: StreamableHTTPClientTransport;

  constructor(
    readonly baseUrl: string,
    readonly clientMetadataUrl: string,
    readonly redirectUrl: string,
    readonly key: SigningKey | null = null,
  ) {
    this.#transport = new StreamableHTTPClientTransport(this.endpoint, { authProvider: this });
  }

  get endpoint(): URL {
    return new URL(`${this.baseUrl}/mcp`);
  }
  get clientMetadata() {
    return { redirect_uris: [this.redirectUrl] };
  }

  /** The query of the authorization request that the SDK makes from the endpoint's 401. */
  async ask(): Promise<URLSearchParams> {
    const refused = await makeClient()
      .connect(this.#transport)
      .catch((error: unknown) => error);
    if (!(refused instanceof UnauthorizedError))
      throw new Error("The endpoint asked for no token.", { cause: refused });
    return this.asked?.searchParams ?? new URLSearchParams();
  }

  /** A person approves, in their organization if they have one. Returns the consent page and the connected client. */
  async connect(cookie: string): Promise<{ html: string; client: Client; tokens: OAuthTokens }> {
    const { html, request, ticket, contexts } = await openConsent(this.baseUrl, await this.ask(), cookie);
    const fields = { request, ticket, context: contexts.at(-1) ?? "", decision: "approve" };
    const back = await readReturn(await postDecision(this.baseUrl, cookie, fields));
    await this.#transport.finishAuth(back.searchParams);
    if (!this.#tokens) throw new Error("The client has no tokens.");
    const client = makeClient();
    await client.connect(new StreamableHTTPClientTransport(this.endpoint, { authProvider: this }));
    return { html, client, tokens: this.#tokens };
  }

  /** The SDK asks for this in place of its own choice between a secret and none. */
  addClientAuthentication = (_headers: Headers, form: URLSearchParams) => {
    form.set("client_id", this.clientMetadataUrl);
    if (!this.key) return;
    const { client_assertion, client_assertion_type } = asserted(
      signAssertion(this.key, this.clientMetadataUrl, this.baseUrl),
    );
    form.set("client_assertion", client_assertion);
    form.set("client_assertion_type", client_assertion_type);
  };

  /** The SDK takes the URL as client id, and wants it back for the token. */
  clientInformation() {
    return this.#information;
  }
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.#information = information;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
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

function makeClient(): Client {
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
}

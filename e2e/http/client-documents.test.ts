import {
  type Client,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asserted, makeKey, type SigningKey, signAssertion } from "../support/attacks/assertions";
import { postForm } from "../support/browser/forms";
import { openConsent, openSession, postDecision, readReturn } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { type Publisher, startPublisher, writeDocument } from "../support/servers/publisher";
import { readCertificate } from "../support/servers/test-certificate";
import { MemoryClient, makeClient } from "../support/servers/tool-client";
import { CLIENT_SHAPES } from "../support/tables/client-shapes";

/** A client that knows the URL of its own metadata document and of the tool endpoint, and no client id. */
class DocumentClient extends MemoryClient {
  #information: OAuthClientInformationMixed | undefined;
  readonly #transport: StreamableHTTPClientTransport;

  constructor(
    readonly baseUrl: string,
    readonly clientMetadataUrl: string,
    readonly redirectUrl: string,
    readonly key: SigningKey | null = null,
  ) {
    super();
    this.#transport = new StreamableHTTPClientTransport(this.endpoint, { authProvider: this });
  }

  get endpoint(): URL {
    return new URL(`${this.baseUrl}/mcp`);
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
    if (!this.held) throw new Error("The client has no tokens.");
    const client = makeClient();
    await client.connect(new StreamableHTTPClientTransport(this.endpoint, { authProvider: this }));
    return { html, client, tokens: this.held };
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
}

/** Agents that are identified by the URL of their metadata document, over https, with the protocol's own client. */
const demo = useDemo();
const { baseUrl } = demo;
const CLIENTS = "/settings/admin/oauth-apps/clients";
const REDIRECT = "http://127.0.0.1:8123/callback";
let publisher: Publisher;

beforeAll(async () => {
  publisher = await startPublisher(readCertificate(inject("tlsDirectory")));
});
afterAll(() => publisher.stop());

function publish(path: string, change: object = {}): string {
  const url = `https://127.0.0.1:${publisher.port}${path}`;
  publisher.publish(path, writeDocument(url, change));
  return url;
}

const openPage = async (path: string, cookie: string) => {
  const page = await fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });
  return { status: page.status, html: await page.text() };
};

const sendForm = async (path: string, cookie: string, button: string, changes: Record<string, string> = {}) => {
  const isWanted = (html: string) => html.includes(`>${button}<`);
  return (await postForm(baseUrl, path, cookie, isWanted, changes)).headers.get("location") ?? "";
};

test("the metadata says that clients may be identified by their documents", async () => {
  const metadata = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
  expect(await metadata.json()).toMatchObject({
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(["none", "private_key_jwt"]) as unknown,
    token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256", "EdDSA"],
  });
});

test("a stock client connects without a client id after one approval, in each tenant", async () => {
  const url = publish("/robot.json");
  const member = await openSession(baseUrl, demo.users.member);
  const outsider = await openSession(baseUrl, demo.users.outsider);
  const admin = await openSession(baseUrl, await makePerson(demo, { isAdmin: true }));
  const agent = new DocumentClient(baseUrl, url, REDIRECT);
  const query = await agent.ask();
  expect(query.get("client_id")).toBe(url);
  const refused = await fetch(`${baseUrl}/oauth/authorize?${query}`, { redirect: "manual" });
  const askPath = /href="(\/settings[^"]+)"/.exec(await refused.text())?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect([refused.status, askPath]).toEqual([
    400,
    `/settings/developer/connect-agent/ask?client=${encodeURIComponent(url)}`,
  ]);
  expect(await sendForm(askPath, member, "Ask an administrator")).toContain(askPath);
  expect((await openPage(askPath, member)).html).toContain("You asked an administrator");
  for (const path of [CLIENTS, `${CLIENTS}/cid_01kb0000000000000000000000`]) {
    expect((await openPage(path, member)).status).toBe(404);
  }
  expect(publisher.fetched).toEqual([]);

  const review = new URL(await sendForm(CLIENTS, admin, "Read the document", { url }), baseUrl).pathname;
  expect(publisher.fetched).toEqual(["/robot.json"]);
  const approved = await sendForm(review, admin, "Approve");
  expect(approved).toMatch(/\/oauth-apps\/app_\w+\?done=approved$/);

  const { html, client, tokens } = await new DocumentClient(baseUrl, url, REDIRECT).connect(member);
  expect(html).toContain(`127.0.0.1:${publisher.port}`);
  expect(html).not.toContain("logo.png");
  const me = await client.callTool({ name: "get_me", arguments: {} });
  expect(me.structuredContent).toMatchObject({ id: demo.users.member.id });
  await client.close();
  const foreign = await new DocumentClient(baseUrl, url, REDIRECT).connect(outsider);
  const rooms = await foreign.client.callTool({ name: "list_rooms", arguments: {} });
  expect(JSON.stringify(rooms.structuredContent)).not.toContain(demo.rooms.general.id);
  await foreign.client.close();

  const refresh = (secret: Record<string, string> = {}) =>
    fetch(`${baseUrl}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token ?? "",
        client_id: url,
        ...secret,
      }),
    });
  expect((await refresh({ client_secret: "x" })).status).toBe(401);
  expect((await refresh()).status).toBe(200);
  const appPath = new URL(approved, baseUrl).pathname;
  expect(await sendForm(`${appPath}?step=deactivate`, admin, "Deactivate app", { confirmation: "Robot" })).toContain(
    "done=",
  );
  expect((await refresh()).status).toBe(401);
  expect(publisher.fetched).toEqual(["/robot.json"]);
});

test.each(CLIENT_SHAPES)("$name goes from discovery to a tool call", async (shape) => {
  const { name, members, redirectUri, isSigner } = shape;
  const folder = `/${name.replaceAll(" ", "-")}`;
  const key = makeKey("RS256");
  publisher.publish(`${folder}/jwks.json`, { keys: [key.jwk] });
  const jwks = isSigner ? { jwks_uri: `https://127.0.0.1:${publisher.port}${folder}/jwks.json` } : {};
  const url = publish(`${folder}/client.json`, { client_name: name, ...members, ...jwks });
  const admin = await openSession(baseUrl, await makePerson(demo, { isAdmin: true }));
  const member = await openSession(baseUrl, demo.users.member);
  const review = new URL(await sendForm(CLIENTS, admin, "Read the document", { url }), baseUrl).pathname;
  expect(await sendForm(review, admin, "Approve")).toMatch(/\?done=approved$/);
  for (const used of isSigner ? [null, key] : [null]) {
    const { html, client } = await new DocumentClient(baseUrl, url, redirectUri, used).connect(member);
    expect(html).toContain(name);
    const me = await client.callTool({ name: "get_me", arguments: {} });
    expect(me.structuredContent).toMatchObject({ id: demo.users.member.id });
    await client.close();
  }
});

test("another port than the approved one is not redirected to, and a secret client is not approved", async () => {
  const admin = await openSession(baseUrl, await makePerson(demo, { isAdmin: true }));
  const secret = publish("/secret.json", { token_endpoint_auth_method: "client_secret_basic" });
  const refused = new URL(await sendForm(CLIENTS, admin, "Read the document", { url: secret }), baseUrl).pathname;
  expect((await openPage(refused, admin)).html).not.toContain(">Approve<");
  const url = publish("/other.json");
  const review = new URL(await sendForm(CLIENTS, admin, "Read the document", { url }), baseUrl).pathname;
  await sendForm(review, admin, "Approve");
  const query = await new DocumentClient(baseUrl, url, "http://127.0.0.1:9999/callback").ask();
  const response = await fetch(`${baseUrl}/oauth/authorize?${query}`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
});

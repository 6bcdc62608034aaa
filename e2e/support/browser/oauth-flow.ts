import { createHash, randomBytes } from "node:crypto";
import type { Manifest } from "../../../prisma/seed/manifest";

/** A person's way through authorization and consent by HTTP alone, without a browser. */
export function makePkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type App = Manifest["oauthApps"]["public"];
/** undefined leaves a parameter out. */
export type Changes = Readonly<Record<string, string | undefined>>;

export function authorizeQuery(app: App, challenge: string, changes: Changes = {}): URLSearchParams {
  const parameters: Changes = {
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: app.redirectUris[0],
    scope: "me:read rooms:read",
    state: "state-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  return new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The cookie of a new session. */
export async function openSession(
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { cookie, csrfToken } = await openCsrf(baseUrl);
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  return joinCookies(answer);
}

/** The token that next-auth wants in each form, and its cookie. */
export async function openCsrf(baseUrl: string) {
  const response = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return { cookie: joinCookies(response), csrfToken };
}

function joinCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** The hidden fields of the consent form, and the contexts that it offers. */
export async function openConsent(baseUrl: string, query: URLSearchParams | string, cookie: string) {
  const asked = await fetch(`${baseUrl}/oauth/authorize?${query}`, { redirect: "manual" });
  const path = asked.headers.get("location") ?? "";
  if (asked.status !== 302 || !path.startsWith("/oauth/consent?"))
    throw new Error(`authorize: ${asked.status} ${path}`);
  const page = await fetch(`${baseUrl}${path}`, { headers: { cookie }, redirect: "manual" });
  const html = await page.text();
  return {
    status: page.status,
    html,
    request: new URLSearchParams(path.slice(path.indexOf("?"))).get("request") ?? "",
    ticket: /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "",
    contexts: [...html.matchAll(/<input[^>]*name="context"[^>]*>/g)].map(
      ([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? "",
    ),
  };
}

export function postDecision(baseUrl: string, cookie: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${baseUrl}/oauth/consent/decision`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: baseUrl },
    body: new URLSearchParams(fields),
  });
}

/** The URL that the page after a decision leads to. */
export async function readReturn(response: Response): Promise<URL> {
  const html = await response.text();
  const target = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1];
  if (target === undefined) throw new Error(`no way back: ${response.status} ${html.slice(0, 300)}`);
  return new URL(target.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

export async function approve(baseUrl: string, cookie: string, app: App, changes: Changes = {}) {
  const { verifier, challenge } = makePkce();
  const query = authorizeQuery(app, challenge, changes);
  const { request, ticket, contexts } = await openConsent(baseUrl, query, cookie);
  const fields = { request, ticket, context: contexts[0] ?? "", decision: "approve" };
  const url = await readReturn(await postDecision(baseUrl, cookie, fields));
  return { code: url.searchParams.get("code") ?? "", verifier, redirectUri: query.get("redirect_uri") ?? "", url };
}
type Approved = Awaited<ReturnType<typeof approve>>;

export interface TokenReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    access_token?: string;
    refresh_token?: string;
    token_type?: string;
    expires_in?: number;
    scope?: string;
    error?: string;
    error_description?: string;
  };
}

export async function postForm(
  url: string,
  fields: Changes | string,
  headers: Record<string, string> = {},
): Promise<TokenReply> {
  const given = typeof fields === "string" ? fields : Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = new URLSearchParams(given as string | [string, string][]);
  const response = await fetch(url, { method: "POST", body, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : {}) as TokenReply["body"],
  };
}

export function codeForm(app: App, { code, verifier, redirectUri }: Approved): Changes {
  return {
    grant_type: "authorization_code",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

export function refreshForm(app: App, refreshToken: string | undefined): Changes {
  return {
    grant_type: "refresh_token",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  };
}

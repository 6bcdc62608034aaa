import { SCOPES, type Scope } from "../access/scopes";
import { beginCall } from "../api/call";
import { readBody, refuseOversized } from "../api/decode";
import { HttpError, statusOf } from "../api/errors";
import { limitAddress } from "../api/gates";
import { pathOf } from "../api/kernel";
import type { ApiRequest, ApiResponse } from "../api/request";
import { env } from "../platform/env";
import { AppError } from "../platform/errors";
import { BACKEND_RETRY_AFTER_SECONDS, OAUTH_BODY_MAX_BYTES } from "../platform/limits";
import { log } from "../platform/log";
import { forgetCredential, mayLookUp, rememberCredential } from "../usage/address-window";
import { repeatedParameter, tooManyResources } from "./authorization-request";
import { acceptsCredentials, type Credentials, readCredentials, refuseClient } from "./client-credentials";
import { type Client, findClient } from "./find-client";
import { type FoundRefreshToken, findRefreshToken } from "./find-token";
import type { Cause } from "./grant";
import { runGrant } from "./grant-server";
import { describeResource, describeServer } from "./metadata";
import { OAuthProblem } from "./oauth-error";
import { readParameters } from "./parameters";
import { revokeClientAccessToken, revokeClientGrant } from "./revoke-token";
import { type Audience, isAccessToken } from "./token";

/** An authenticated request to `/oauth/token` or `/oauth/revoke`. */
interface FormRequest {
  client: Client;
  values: ReadonlyMap<string, string>;
  cause: Cause;
  /** Looked up beside the client, which halves the wait. Used only after the client is accepted. */
  refreshToken: Promise<FoundRefreshToken | null>;
  proof: Proof;
}

/** Given by a valid secret, code or token. A client id alone proves nothing: it is public. */
interface Proof {
  isGiven: boolean;
}

export type OAuthEndpoint = (incoming: ApiRequest) => Promise<ApiResponse>;

export const answerToken: OAuthEndpoint = (incoming) =>
  answerForm(incoming, "refresh_token", async (request) => {
    const issued = await runGrant(request);
    request.proof.isGiven = true;
    rememberCredential(issued.access_token);
    rememberCredential(issued.refresh_token);
    return respond(200, JSON.stringify(issued));
  });

/** RFC 7009: an unknown token, or another client's, is answered as a revoked one. */
export const answerRevoke: OAuthEndpoint = (incoming) =>
  answerForm(incoming, "token", async ({ client, values, cause, refreshToken, proof }) => {
    const token = values.get("token");
    if (token === undefined) throw new OAuthProblem("invalid_request", "token is missing.");
    if (isAccessToken(token) && (await revokeClientAccessToken(token, client.id))) proof.isGiven = true;
    const found = await refreshToken;
    if (found?.appId === client.id) {
      await revokeClientGrant(found.grantId, cause);
      proof.isGiven = true;
    }
    return respond(200, "");
  });

export const answerServerMetadata: OAuthEndpoint = (incoming) =>
  Promise.resolve(answerMetadata(incoming, describeServer(env().SVC_BASE_URL)));

export function answerResourceMetadata(audience: Audience, scopes: readonly Scope[] = SCOPES): OAuthEndpoint {
  return (incoming) =>
    Promise.resolve(answerMetadata(incoming, describeResource(audience, env().SVC_BASE_URL, scopes)));
}

/** The front door answers these paths without Next. */
export const FAST_LANE: ReadonlyMap<string, OAuthEndpoint> = new Map([
  ["/oauth/token", answerToken],
  ["/oauth/revoke", answerRevoke],
]);

/** Apps in browsers call from their own origins. No cookie is read here, so any origin may read the response. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After",
};

function answerPreflight(methods: string): ApiResponse {
  return {
    status: 204,
    headers: {
      ...OPEN_TO_ALL,
      allow: methods,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "Authorization, Content-Type, MCP-Protocol-Version",
      "access-control-max-age": "7200",
    },
    body: null,
  };
}

function answerMetadata({ method }: ApiRequest, document: object): ApiResponse {
  const methods = "GET, HEAD, OPTIONS";
  if (method === "OPTIONS") return answerPreflight(methods);
  if (method !== "GET" && method !== "HEAD") {
    return respondProblem(
      new OAuthProblem("invalid_request", `Method ${method} is not allowed. Use GET or HEAD.`, 405, { allow: methods }),
    );
  }
  const response = respond(200, JSON.stringify(document));
  return { ...response, headers: { ...response.headers, "cache-control": "public, max-age=3600" } };
}

function respond(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...OPEN_TO_ALL,
      ...headers,
    },
    body,
  };
}

function respondProblem({ status, code, message, headers }: OAuthProblem): ApiResponse {
  return respond(status, JSON.stringify({ error: code, error_description: message }), headers);
}

type TokenName = "refresh_token" | "token";
type FormWork = (request: FormRequest) => Promise<ApiResponse>;

/** A form that proves nothing is charged to its address, also when the response is 200, as of each revocation. */
async function answerForm(incoming: ApiRequest, tokenName: TokenName, work: FormWork): Promise<ApiResponse> {
  if (incoming.method === "OPTIONS") return answerPreflight(FORM_METHODS);
  const proof: Proof = { isGiven: false };
  const response = await attempt(() => runForm(incoming, tokenName, proof, work));
  if (proof.isGiven || response.status >= 500) return response;
  const call = beginCall(incoming, pathOf(incoming), "oauth");
  return attempt(async () => {
    await limitAddress(call, true);
    return response;
  });
}

const FORM_METHODS = "POST, OPTIONS";

async function attempt(work: () => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await work();
  } catch (error) {
    return respondProblem(readProblem(error));
  }
}

async function runForm(incoming: ApiRequest, tokenName: TokenName, proof: Proof, work: FormWork): Promise<ApiResponse> {
  if (incoming.method !== "POST") {
    const description = `Method ${incoming.method} is not allowed. Use POST.`;
    throw new OAuthProblem("invalid_request", description, 405, { allow: FORM_METHODS });
  }
  const values = await readForm(incoming);
  const credentials = readCredentials(incoming.header("authorization"), values);
  const token = values.get(tokenName) ?? "";
  const credential = credentials.secret === null ? token : `${credentials.clientId}\n${credentials.secret}`;
  // Answered as an unknown client. The charge that follows turns it into a 429.
  if (!mayLookUp(incoming.address, credential))
    throw refuseClient("There were too many unknown clients from this address. Try again later.", credentials.method);
  try {
    const refreshToken = findRefreshToken(token);
    // When the client is refused, this is not awaited.
    refreshToken.catch(() => undefined);
    const client = await authenticateClient(credentials);
    proof.isGiven = client.isConfidential;
    const cause = { address: incoming.address, userAgent: incoming.header("user-agent") };
    return await work({ client, values, cause, refreshToken, proof });
  } finally {
    if (proof.isGiven) rememberCredential(credential);
    else forgetCredential(credential);
  }
}

function readProblem(error: unknown): OAuthProblem {
  if (error instanceof OAuthProblem) return error;
  if (error instanceof HttpError)
    return new OAuthProblem("invalid_request", error.message, error.status, error.headers);
  if (error instanceof AppError) return readAppError(error);
  log().error({ error }, "an OAuth request failed");
  return new OAuthProblem("server_error", "Something went wrong on our side.", 500);
}

function readAppError({ code, message, details }: AppError): OAuthProblem {
  const isLimit = code === "rate_limit_exceeded";
  if (!isLimit && code !== "rate_limit_backend_unavailable") return new OAuthProblem("invalid_request", message);
  const seconds = isLimit ? details?.["retryAfterSeconds"] : BACKEND_RETRY_AFTER_SECONDS;
  return new OAuthProblem("temporarily_unavailable", message, statusOf(code), { "retry-after": String(seconds) });
}

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** RFC 6749 §2.3.1: parameters are read from the body alone, because URLs end up in logs. */
async function readForm(incoming: ApiRequest): Promise<ReadonlyMap<string, string>> {
  refuseOversized(incoming);
  if (/\?./.test(incoming.target)) {
    throw new OAuthProblem("invalid_request", "Send the parameters in the body, not in the URL.");
  }
  if (!FORM.test(incoming.header("content-type")?.trim() ?? "")) {
    throw new OAuthProblem("invalid_request", "The body must be a form: application/x-www-form-urlencoded.");
  }
  const bytes = await readBody(incoming, OAUTH_BODY_MAX_BYTES);
  const { values, repeated } = readParameters(bytes.toString("utf8"));
  if (repeated.has("resource")) throw tooManyResources();
  const [twice] = repeated;
  if (twice !== undefined) throw repeatedParameter(twice);
  return values;
}

async function authenticateClient(credentials: Credentials): Promise<Client> {
  const client = await findClient(credentials.clientId);
  if (client && acceptsCredentials(client, credentials)) return client;
  throw refuseClient(explainRefusal(client, credentials.secret), credentials.method);
}

/** For the app's developer. Whether an app is public or confidential is no secret. */
function explainRefusal(client: Client | null, secret: string | null): string {
  if (!client) return "The client is unknown, or was deactivated.";
  if (!client.isConfidential) return "This client is public. Send no secret.";
  return secret === null
    ? "The client's secret is missing. Send it by HTTP Basic authentication or as client_secret."
    : "The client's secret is wrong.";
}

import type { Audience } from "../access/credentials/token";
import { SCOPES, type Scope } from "../access/scopes";
import { beginCall, type Call } from "../api/call";
import { readBody, refuseOversized } from "../api/decode";
import { HttpError, statusOf } from "../api/errors";
import { limitAddress } from "../api/gates";
import { pathOf } from "../api/kernel";
import type { ApiRequest, ApiResponse } from "../api/request";
import { traceCall } from "../api/trace-call";
import { isDatabaseAway } from "../db/database-away";
import { env } from "../platform/env";
import { AppError } from "../platform/errors";
import { BACKEND_RETRY_AFTER_SECONDS, OAUTH_BODY_MAX_BYTES } from "../platform/limits";
import { log } from "../platform/log";
import { authenticateClient } from "./server/authenticate-client";
import { refuseRepeated } from "./server/authorization-request";
import { readCredentials } from "./server/client-credentials";
import { findAppOfAccessToken, findRefreshToken } from "./server/find-token";
import { runGrant, type TokenRequest } from "./server/grant-server";
import { describeResource, describeServer } from "./server/metadata";
import { OAuthProblem } from "./server/oauth-error";
import { readParameters } from "./server/parameters";
import { endGrant, revokeClientAccessToken } from "./server/revoke-token";

interface AuthenticatedForm extends TokenRequest {
  proof: Proof;
}

/**
 * Given by a secret, or by a known code or token of this client, even a used one. A client id proves nothing: it is
 * public.
 */
interface Proof {
  isGiven: boolean;
}

export type OAuthEndpoint = (request: ApiRequest) => Promise<ApiResponse>;

export const respondToTokenRequest: OAuthEndpoint = (request) =>
  respondToForm(request, "refresh_token", async (form) => {
    const issued = await runGrant(form);
    form.proof.isGiven = true;
    return respond(200, JSON.stringify(issued));
  });

/** RFC 7009: an unknown token, or another client's, gets the response of a revoked one. */
export const respondToRevocation: OAuthEndpoint = (request) =>
  respondToForm(request, "token", async ({ client, values, cause, refreshToken, proof }) => {
    const token = values.get("token");
    if (token === undefined) throw new OAuthProblem("invalid_request", "token is missing.");
    if ((await findAppOfAccessToken(token)) === client.id) {
      await revokeClientAccessToken(token, client.id);
      proof.isGiven = true;
    }
    const found = await refreshToken;
    if (found?.appId === client.id) {
      await endGrant(found.grantId, "client", cause);
    }
    return respond(200, "");
  });

export function respondWithServerMetadata(locales: readonly string[]): OAuthEndpoint {
  return async (request) => respondWithDocument(request, describeServer(env().SVC_BASE_URL, locales));
}

export function respondWithResourceMetadata(audience: Audience, scopes: readonly Scope[] = SCOPES): OAuthEndpoint {
  return async (request) => respondWithDocument(request, describeResource(audience, env().SVC_BASE_URL, scopes));
}

export const FAST_LANE: ReadonlyMap<string, OAuthEndpoint> = new Map([
  ["/oauth/token", respondToTokenRequest],
  ["/oauth/revoke", respondToRevocation],
]);

/** No cookie is read here, so any origin may read the response. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After",
};

function respondToPreflight(methods: string): ApiResponse {
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

function respondWithDocument({ method }: ApiRequest, document: object): ApiResponse {
  const methods = "GET, HEAD, OPTIONS";
  if (method === "OPTIONS") return respondToPreflight(methods);
  if (method !== "GET" && method !== "HEAD") return respondProblem(refuseMethod(method, "GET or HEAD", methods));
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
type FormWork = (form: AuthenticatedForm) => Promise<ApiResponse>;

/** A form that proves nothing is charged to its address, even when the response is 200, as every revocation's is. */
async function respondToForm(request: ApiRequest, tokenName: TokenName, work: FormWork): Promise<ApiResponse> {
  if (request.method === "OPTIONS") return respondToPreflight(FORM_METHODS);
  const call = beginCall(request, pathOf(request), "oauth");
  return traceCall(call, async () => {
    const proof: Proof = { isGiven: false };
    const response = await attempt(call, () => runForm(request, tokenName, proof, work));
    if (proof.isGiven || response.status >= 500) return response;
    return attempt(call, async () => {
      await limitAddress(call);
      return response;
    });
  });
}

const FORM_METHODS = "POST, OPTIONS";

function refuseMethod(method: string, use: string, allow: string): OAuthProblem {
  return new OAuthProblem("invalid_request", `Method ${method} is not allowed. Use ${use}.`, 405, { allow });
}

async function attempt({ span }: Call, work: () => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await work();
  } catch (error) {
    return respondProblem(readProblem(error, span.traceId));
  }
}

async function runForm(request: ApiRequest, tokenName: TokenName, proof: Proof, work: FormWork): Promise<ApiResponse> {
  if (request.method !== "POST") throw refuseMethod(request.method, "POST", FORM_METHODS);
  const values = await readForm(request);
  const credentials = readCredentials(request.header("authorization"), values);
  const refreshToken = findRefreshToken(values.get(tokenName) ?? "");
  // A refused client leaves this promise unawaited, and its rejection must not end the process.
  refreshToken.catch(() => undefined);
  const client = await authenticateClient(credentials);
  proof.isGiven = client.isConfidential || (await refreshToken)?.appId === client.id;
  const cause = { address: request.address, userAgent: request.header("user-agent") };
  return work({ client, values, cause, refreshToken, proof });
}

function readProblem(error: unknown, traceId: string): OAuthProblem {
  if (error instanceof OAuthProblem) return error;
  if (error instanceof HttpError)
    return new OAuthProblem("invalid_request", error.message, error.status, error.headers);
  if (error instanceof AppError) return readAppError(error);
  log().error({ error, trace_id: traceId }, "an OAuth request failed");
  if (isDatabaseAway(error)) {
    const headers = { "retry-after": String(BACKEND_RETRY_AFTER_SECONDS) };
    return new OAuthProblem("temporarily_unavailable", "The service cannot reach its database.", 503, headers);
  }
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
async function readForm(request: ApiRequest): Promise<ReadonlyMap<string, string>> {
  refuseOversized(request);
  if (/\?./.test(request.target)) {
    throw new OAuthProblem("invalid_request", "Send the parameters in the body, not in the URL.");
  }
  if (!FORM.test(request.header("content-type")?.trim() ?? "")) {
    throw new OAuthProblem("invalid_request", "The body must be a form: application/x-www-form-urlencoded.");
  }
  const bytes = await readBody(request, OAUTH_BODY_MAX_BYTES);
  const parameters = readParameters(bytes.toString("utf8"));
  refuseRepeated(parameters);
  return parameters.values;
}

import type { Caller } from "../access/caller";
import { authenticateKey } from "../access/credentials/authenticate-key";
import { authenticateCliSession } from "../access/credentials/authenticate-session";
import { authenticateToken, findToken } from "../access/credentials/authenticate-token";
import { readBearer } from "../access/credentials/token";
import { sharedBatch } from "../db/batch";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { env } from "../platform/env";
import { AppError, type ErrorCode, forbidden } from "../platform/errors";
import { log } from "../platform/log";
import { type Call, recordRefusedIn } from "./call";
import { UPDATE_LAST_USE } from "./calls.sql";
import { HttpError, statusOf } from "./errors";
import type { ApiRequest } from "./request";
import { findExclusion, USE_A_PERSON, USE_A_USER } from "./who-may-call";

/** Each kind of credential answers null to text without its form. The first that knows it decides. */
export async function authenticate(call: Call): Promise<Caller> {
  const presented = readCredential(call.request);
  if (presented === null) throw refuseMissing(call);
  const { text, isKeyOnly } = presented;
  const recordRefused = recordRefusedIn(call);
  try {
    const caller =
      (await authenticateKey(text, call.request.address, recordRefused)) ??
      (isKeyOnly ? null : await authenticateToken(text, "api", recordRefused));
    if (caller) return caller;
  } catch (error) {
    throw error instanceof AppError ? adviseKey(call, error) : error;
  }
  const message = isKeyOnly
    ? "X-Api-Key accepts API keys only. Send an access token as Authorization: Bearer."
    : "The credential is not a valid API key or access token.";
  throw refuse(message, "invalid_token");
}

function refuseMissing(call: Call): HttpError {
  const advice = call.endpoint?.kind === "write" ? USE_A_USER : "Send an API key or an access token as a bearer token.";
  return refuse(`No credential was sent. ${advice}`, null);
}

const NEW_KEY = "Create a new key with the same owner and scopes.";
const KEY_ADVICE: Partial<Record<ErrorCode, string>> = {
  invalid_api_key: "Check that you copied all of it and that it belongs to this environment.",
  expired_api_key: NEW_KEY,
  revoked_api_key: NEW_KEY,
  forbidden: "Call from an address that the key allows, or allow this one on the key's page in the developer settings.",
};
const UNKNOWN_KEY = { type: "app", userId: "" } as const;

function adviseKey({ endpoint, refusedCredential }: Call, error: AppError): AppError {
  const { code, details } = error;
  if (KEY_ADVICE[code] === undefined) return error;
  const exclusion = findExclusion(endpoint, refusedCredential?.actor ?? UNKNOWN_KEY, false);
  const advice = exclusion === "person_needed" ? USE_A_PERSON : exclusion ? USE_A_USER : KEY_ADVICE[code];
  const message = `${error.message} ${advice}`;
  return statusOf(code) === 401 ? refuse(message, "invalid_token", code) : forbidden(message, details);
}

export async function updateLastUse(caller: Caller | null): Promise<void> {
  if (!caller?.isUseStale) return;
  await markUsed(caller).catch((error: unknown) => log().warn({ error }, "a last use could not be written"));
}

const markUsed = sharedBatch<Caller, void>("last-use", async (callers) => {
  const keyIds = callers.flatMap(({ apiKeyId }) => apiKeyId ?? []);
  const grantIds = callers.flatMap(({ grantId }) => grantId ?? []);
  await query(UPDATE_LAST_USE, { now: now(), keyIds, grantIds });
  return callers.map(() => undefined);
});

export async function identifyRefused(call: Call): Promise<void> {
  if (call.surface !== "v1") return;
  try {
    call.refusedCredential = await authenticate(call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

export async function authenticateForTools(call: Call): Promise<Caller> {
  const recordRefused = recordRefusedIn(call);
  const bearer = readBearer(call.request.header("authorization"));
  if (bearer === null)
    throw refuseTool(401, "Send an access token as a bearer token. This path does not accept API keys.", null);
  const token = await findToken(bearer, recordRefused);
  if (!token) {
    const message = "The credential is not a valid access token. This path does not accept API keys.";
    throw refuseTool(401, message, "invalid_token");
  }
  if (token.audience !== "mcp") {
    recordRefused(token.caller);
    const message = `This token was issued for another resource. Ask for one with resource=${env().SVC_BASE_URL}/mcp.`;
    throw refuseTool(403, message, "invalid_token");
  }
  return token.caller;
}

const CLI_ORGANIZATION_HEADER = "svc-organization";

/** Tokens of command lines open nothing on `/v1` itself. */
export async function authenticateForCli({ request }: Call, roomId: string | undefined): Promise<Caller> {
  const bearer = readBearer(request.header("authorization"));
  const organizationId = request.header(CLI_ORGANIZATION_HEADER);
  const caller = bearer === null ? null : await authenticateCliSession(bearer, { roomId, organizationId });
  if (caller) return caller;
  throw refuseCli();
}

export function refuseCli(): HttpError {
  const headers = { "www-authenticate": `Bearer realm="${env().SVC_BASE_URL}/api/cli"` };
  return new HttpError(401, "unauthenticated", "Sign in first: run svc login.", undefined, headers);
}

function readCredential(request: ApiRequest): { text: string; isKeyOnly: boolean } | null {
  const authorization = request.header("authorization");
  const apiKey = request.header("x-api-key");
  if (authorization === null) return apiKey === null ? null : { text: apiKey, isKeyOnly: true };
  const bearer = readBearer(authorization);
  if (bearer === null) {
    throw refuse("The Authorization header must read: Bearer, a space, the credential.", "invalid_request");
  }
  if (apiKey !== null && apiKey !== bearer) {
    const message = "Authorization and X-Api-Key hold different credentials. Send one of them.";
    throw refuse(message, "invalid_request");
  }
  return { text: bearer, isKeyOnly: apiKey !== null };
}

type Problem = "invalid_token" | "invalid_request" | "insufficient_scope";

function refuse(message: string, error: Problem | null, code: ErrorCode = "unauthenticated"): HttpError {
  return new HttpError(401, code, message, undefined, challenge("v1", error));
}

function refuseTool(status: 401 | 403, message: string, error: Problem | null): HttpError {
  const code = status === 401 ? "unauthenticated" : "forbidden";
  return new HttpError(status, code, message, undefined, challenge("mcp", error));
}

/** RFC 6750 and RFC 9728. Without a credential the challenge names no error. */
export function challenge(resource: "v1" | "mcp", error: Problem | null, ...more: string[]): Record<string, string> {
  const base = env().SVC_BASE_URL;
  const metadata = `resource_metadata="${base}/.well-known/oauth-protected-resource/${resource}"`;
  const parts = [`realm="${base}/${resource}"`, metadata, ...(error ? [`error="${error}"`] : []), ...more];
  return { "www-authenticate": `Bearer ${parts.join(", ")}` };
}

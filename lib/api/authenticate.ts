import type { Caller } from "../access/caller";
import { authenticateKey } from "../api-keys/credential-store";
import { authenticateToken } from "../oauth/credential-store";
import { env } from "../platform/env";
import { AppError, type ErrorCode } from "../platform/errors";
import { HttpError } from "./errors";
import type { Incoming } from "./exchange";

const BEARER = /^Bearer +([^\s]+)$/i;

/** Gate 1. Each kind of credential answers null to what is not of its form; the first that knows it decides. */
export async function authenticate(incoming: Incoming): Promise<Caller> {
  const presented = readCredential(incoming);
  if (presented === null) {
    throw challenge("No credential was sent. Send an API key or an access token as a bearer.", null);
  }
  try {
    const caller = (await authenticateKey(presented)) ?? (await authenticateToken(presented, "api"));
    if (caller) return caller;
  } catch (error) {
    if (error instanceof AppError) throw challenge(error.message, "invalid_token", error.code);
    throw error;
  }
  throw challenge("The credential is not a valid API key or access token.", "invalid_token");
}

function readCredential(incoming: Incoming): string | null {
  const authorization = incoming.header("authorization");
  const apiKey = incoming.header("x-api-key");
  if (authorization === null) return apiKey;
  const bearer = BEARER.exec(authorization.trim())?.[1] ?? null;
  if (bearer === null) {
    throw challenge("The Authorization header must read: Bearer, a space, the credential.", "invalid_request");
  }
  if (apiKey !== null && apiKey !== bearer) {
    const message = "Authorization and X-Api-Key hold different credentials. Send one of them.";
    throw challenge(message, "invalid_request");
  }
  return bearer;
}

/** Every 401 says how to authenticate and where the rules are (RFC 6750, RFC 9728); without a credential, no error. */
function challenge(
  message: string,
  error: "invalid_token" | "invalid_request" | null,
  code: ErrorCode = "unauthenticated",
): HttpError {
  const base = env().SVC_BASE_URL;
  const parts = [`realm="${base}/v1"`, `resource_metadata="${base}/.well-known/oauth-protected-resource/v1"`];
  if (error) parts.push(`error="${error}"`);
  return new HttpError(401, code, message, undefined, { "www-authenticate": `Bearer ${parts.join(", ")}` });
}

import type { Caller } from "../access/caller";
import { authenticateKey } from "../api-keys/credential-store";
import { authenticateToken } from "../oauth/credential-store";
import { env } from "../platform/env";
import { AppError } from "../platform/errors";
import { HttpError } from "./errors";
import type { Incoming } from "./exchange";

const BEARER = /^Bearer +([^\s]+)$/i;

/** Gate 1. Each kind of credential answers null to what is not of its form; the first that knows it decides. */
export async function authenticate(incoming: Incoming): Promise<Caller> {
  const presented = readCredential(incoming);
  if (presented === null)
    throw challenge("unauthenticated", "No credential was sent. Send an API key or an access token as a bearer.");
  try {
    const caller = (await authenticateKey(presented)) ?? (await authenticateToken(presented, "api"));
    if (caller) return caller;
  } catch (error) {
    if (error instanceof AppError) throw challenge(error.code, error.message);
    throw error;
  }
  throw challenge("unauthenticated", "The credential is not a valid API key or access token.");
}

function readCredential(incoming: Incoming): string | null {
  const authorization = incoming.header("authorization");
  const apiKey = incoming.header("x-api-key");
  if (authorization === null) return apiKey;
  const bearer = BEARER.exec(authorization.trim())?.[1] ?? null;
  if (bearer === null)
    throw challenge("unauthenticated", "The Authorization header must read: Bearer, a space, the credential.");
  if (apiKey !== null && apiKey !== bearer) {
    throw challenge("unauthenticated", "Authorization and X-Api-Key hold different credentials. Send one of them.");
  }
  return bearer;
}

/** Every 401 says how to authenticate, and where the rules are to be read (RFC 6750, RFC 9728). */
function challenge(code: AppError["code"], message: string): HttpError {
  const metadata = `${env().SVC_BASE_URL}/.well-known/oauth-protected-resource`;
  const failed = code === "unauthenticated" && message.startsWith("No credential") ? "" : ', error="invalid_token"';
  return new HttpError(401, code, message, undefined, {
    "www-authenticate": `Bearer realm="${env().SVC_BASE_URL}/v1", resource_metadata="${metadata}"${failed}`,
  });
}

import { equalBytes, sha256 } from "../platform/crypto";
import { OAuthProblem } from "./oauth-error";

/** A client id, alone or with a secret in the header or in the body (RFC 6749 §2.3.1). */
export interface Credentials {
  clientId: string;
  secret: string | null;
  method: "none" | "client_secret_basic" | "client_secret_post";
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

export function readCredentials(authorization: string | null, values: ReadonlyMap<string, string>): Credentials {
  const inBody = { clientId: values.get("client_id"), secret: values.get("client_secret") };
  if (authorization === null) {
    if (inBody.clientId === undefined) {
      throw refuseClient("No client is named: send client_id, or HTTP Basic authentication.");
    }
    return {
      clientId: inBody.clientId,
      secret: inBody.secret ?? null,
      method: inBody.secret === undefined ? "none" : "client_secret_post",
    };
  }
  const inHeader = readBasic(authorization);
  if (inBody.secret !== undefined) {
    throw new OAuthProblem("invalid_request", "The client secret is in the header and in the body. Send it once.");
  }
  if (inBody.clientId !== undefined && inBody.clientId !== inHeader.clientId) {
    throw new OAuthProblem("invalid_request", "The header and the body name different clients.");
  }
  return inHeader;
}

function readBasic(authorization: string): Credentials {
  const encoded = BASIC.exec(authorization.trim())?.[1];
  if (encoded === undefined) {
    throw refuseClient("The Authorization header must read: Basic, a space, base64 of client id, colon, secret.");
  }
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  const [id, secret] = [decodeForm(text.slice(0, Math.max(0, colon))), decodeForm(text.slice(colon + 1))];
  if (colon === -1 || !id || !secret) throw refuseClient("The Authorization header lacks a client id or a secret.");
  return { clientId: id, secret, method: BASIC_METHOD };
}

const BASIC_METHOD = "client_secret_basic";

function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** Each 401 names a scheme (RFC 9110 §15.5.2), also for clients that used none (RFC 6749 §5.2 asks it for the others alone). */
export function refuseClient(description: string): OAuthProblem {
  return new OAuthProblem("invalid_client", description, 401, {
    "www-authenticate": 'Basic realm="oauth", charset="UTF-8"',
  });
}

interface Secrets {
  isConfidential: boolean;
  secretHashes: readonly Uint8Array[];
}

/** While a rotation overlaps there are two live secrets. All are compared, so that the time tells nothing. */
export function acceptsCredentials({ isConfidential, secretHashes }: Secrets, { secret }: Credentials): boolean {
  if (!isConfidential) return secret === null;
  if (secret === null) return false;
  const given = sha256(secret);
  return secretHashes.map((hash) => equalBytes(hash, given)).includes(true);
}

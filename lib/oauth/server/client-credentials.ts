import { equalBytes, sha256 } from "../../platform/crypto";
import { ASSERTION_TYPE } from "./authorize-url";
import { readAssertion } from "./client-assertion";
import { OAuthProblem } from "./oauth-error";

export interface Credentials {
  clientId: string;
  secret: string | null;
  assertion: string | null;
  method: "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

export function readCredentials(authorization: string | null, values: ReadonlyMap<string, string>): Credentials {
  const inBody = { clientId: values.get("client_id"), secret: values.get("client_secret") };
  if (values.has("client_assertion") || values.has("client_assertion_type")) {
    if (authorization === null && inBody.secret === undefined) return readAssertedClient(values);
    throw new OAuthProblem(
      "invalid_request",
      "The client authenticates twice. Send either the assertion or the secret.",
    );
  }
  if (authorization === null) {
    if (inBody.clientId === undefined) {
      throw refuseClient("No client is named: send client_id, or HTTP Basic authentication.");
    }
    return {
      clientId: inBody.clientId,
      secret: inBody.secret ?? null,
      assertion: null,
      method: inBody.secret === undefined ? "none" : "client_secret_post",
    };
  }
  const inHeader = readBasic(authorization);
  if (inBody.secret !== undefined) {
    throw new OAuthProblem("invalid_request", "The client secret is in both the header and the body. Send it once.");
  }
  if (inBody.clientId !== undefined && inBody.clientId !== inHeader.clientId) {
    throw new OAuthProblem("invalid_request", "The header and the body name different clients.");
  }
  return inHeader;
}

/** RFC 7521 §4.2: client_id may be left out, because sub names the client. */
function readAssertedClient(values: ReadonlyMap<string, string>): Credentials {
  const assertion = values.get("client_assertion");
  if (assertion === undefined) throw new OAuthProblem("invalid_request", "client_assertion is missing.");
  if (values.get("client_assertion_type") !== ASSERTION_TYPE) {
    throw new OAuthProblem("invalid_request", `client_assertion_type must be ${ASSERTION_TYPE}.`);
  }
  const clientId = values.get("client_id") ?? readAssertion(assertion)?.claims.sub;
  if (clientId === undefined) throw refuseClient("No client is named: send client_id, or name it as sub.");
  return { clientId, secret: null, assertion, method: "private_key_jwt" };
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
  return { clientId: id, secret, assertion: null, method: BASIC_METHOD };
}

const BASIC_METHOD = "client_secret_basic";

function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** RFC 9110 §15.5.2: every 401 names a scheme, even for clients that used none. */
export function refuseClient(description: string): OAuthProblem {
  return new OAuthProblem("invalid_client", description, 401, {
    "www-authenticate": 'Basic realm="oauth", charset="UTF-8"',
  });
}

interface Secrets {
  isConfidential: boolean;
  usesKeys: boolean;
  secretHashes: readonly Uint8Array[];
}

/** All live secrets are compared, so that timing reveals nothing. */
export function acceptsSecret(
  { isConfidential, usesKeys, secretHashes }: Secrets,
  { secret }: Pick<Credentials, "secret">,
): boolean {
  if (!isConfidential) return secret === null;
  if (usesKeys || secret === null) return false;
  const given = sha256(secret);
  return secretHashes.map((hash) => equalBytes(hash, given)).includes(true);
}

import { query } from "../../db/transaction";
import { CLIENT_ASSERTION_SKEW_SECONDS } from "../../platform/client-document-limits";
import { nowMs } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { env } from "../../platform/env";
import { SPEND_ASSERTION } from "../apps/apps.sql";
import { readClientKeys } from "../client-documents/read-client-keys";
import { type Assertion, findClaimProblem, fitsKey, isSignedBy, readAssertion } from "./client-assertion";
import { acceptsSecret, type Credentials, refuseClient } from "./client-credentials";
import { type Client, findClient } from "./find-client";

export async function authenticateClient(credentials: Credentials): Promise<Client> {
  const client = await findClient(credentials.clientId);
  if (!client) throw refuseClient("The client is unknown or deactivated.");
  const { assertion } = credentials;
  if (assertion !== null) {
    const problem = await findAssertionProblem(client, assertion);
    if (problem !== null) throw refuseClient(problem);
  } else if (!acceptsSecret(client, credentials)) throw refuseClient(explainRefusal(client, credentials.secret));
  return client;
}

function explainRefusal({ isConfidential, usesKeys }: Client, secret: string | null): string {
  if (!isConfidential) return "This client is public. Send no secret.";
  if (usesKeys) return "This client authenticates with private_key_jwt. Send a client_assertion and no secret.";
  return secret === null
    ? "The client's secret is missing. Send it by HTTP Basic authentication or as client_secret."
    : "The client's secret is wrong.";
}

async function findAssertionProblem(client: Client, text: string): Promise<string | null> {
  if (!client.usesKeys) return "This client is registered without keys. Send no client_assertion.";
  const assertion = readAssertion(text);
  if (!assertion) {
    return "client_assertion must be a JWT signed with ES256, RS256 or EdDSA, with iss, sub, aud, exp and jti.";
  }
  const issuer = env().SVC_BASE_URL;
  const audiences = [issuer, `${issuer}/oauth/token`];
  const seconds = nowMs() / 1000;
  const problem = findClaimProblem(assertion, { clientId: client.clientId, audiences, seconds });
  if (problem !== null) return problem;
  const keys = await readClientKeys(client, (key) => fitsKey(assertion, key));
  if (!keys.some((key) => isSignedBy(assertion, key)))
    return "None of the client's keys matches the assertion's signature.";
  return (await spendAssertion(client, assertion))
    ? null
    : "The assertion was used before. Sign a new one with a new jti.";
}

async function spendAssertion({ id }: Client, { claims }: Assertion): Promise<boolean> {
  const hash = sha256(JSON.stringify([id, claims.jti]));
  const expiresAt = new Date((claims.exp + CLIENT_ASSERTION_SKEW_SECONDS) * 1000);
  return (await query(SPEND_ASSERTION, { hash, expiresAt })).length > 0;
}

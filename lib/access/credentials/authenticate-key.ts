import { sharedBatch } from "../../db/batch";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { parseClientAddress } from "../../platform/address-key";
import { now } from "../../platform/clock";
import { equalBytes } from "../../platform/crypto";
import { isProductionService } from "../../platform/env";
import { AppError } from "../../platform/errors";
import { USE_STALE_MS } from "../../platform/limits";
import { isInNetworks } from "../../platform/networks";
import { addressNotAllowed } from "../address-refusal";
import { type Caller, type CredentialIdentity, describeBilling, describeKeyBudget, IGNORE_REFUSED } from "../caller";
import { toScopeSet } from "../scope-sets";
import { FIND_API_KEYS } from "./credentials.sql";
import { hashSecret, type KeyEnvironment, keyEnvironment, parseEnvironment } from "./key-secret";

type KeyRow = RowOf<typeof FIND_API_KEYS>;

const findKeys = sharedBatch<string, KeyRow[]>("find-api-keys", async (indexes) => {
  const rows = await query(FIND_API_KEYS, { hashIndexes: [...new Set(indexes)] });
  return indexes.map((index) => rows.filter((row) => row.hash_index === index));
});

/**
 * Every place that takes API keys must call this with the client's address. Returns null for a text that is no key, and
 * may be another credential.
 */
export async function authenticateKey(
  plaintext: string,
  address: string,
  onRefused = IGNORE_REFUSED,
): Promise<Caller | null> {
  const environment = parseEnvironment(plaintext);
  if (environment === null) return null;
  const { hash, hashIndex } = hashSecret(plaintext);
  const candidates = await findKeys(hashIndex);
  const row = candidates.find((candidate) => equalBytes(candidate.hash, hash));
  if (!row) throw refuseKey("invalid_api_key");
  const identity = identifyKey(row);
  const refusal = findRefusal(row, environment);
  if (refusal) {
    onRefused(identity);
    throw refuseKey(refusal);
  }
  if (row.allowed_networks.length > 0 && !isInNetworks(row.allowed_networks, parseClientAddress(address))) {
    onRefused(identity);
    throw addressNotAllowed(address);
  }
  const at = now();
  const isUseStale = row.last_used_at === null || at.getTime() - row.last_used_at.getTime() > USE_STALE_MS;
  return {
    scopes: toScopeSet(row.scopes),
    isUseStale,
    keyBudget: describeKeyBudget(row.id, row.monthly_units_max),
    isRecorded: row.recorded_until !== null && row.recorded_until > at,
    ...identity,
  };
}

const REFUSALS = {
  invalid_api_key: "This API key is unknown.",
  revoked_api_key: "This API key was revoked.",
  expired_api_key: "This API key has expired.",
} as const;
type Refusal = keyof typeof REFUSALS;

function refuseKey(code: Refusal): AppError {
  return new AppError(code, REFUSALS[code]);
}

function findRefusal(row: KeyRow, environment: KeyEnvironment): Refusal | null {
  if (environment !== keyEnvironment(isProductionService())) return "invalid_api_key";
  if (row.revoked_at) return "revoked_api_key";
  return row.expires_at && row.expires_at <= now() ? "expired_api_key" : null;
}

function identifyKey(row: KeyRow): CredentialIdentity {
  return {
    actor: { type: "app", id: row.id, userId: row.user_id },
    authMethod: "api_key",
    billing: describeBilling(row, row.organization_id, row.user_id ?? ""),
    apiKeyId: row.id,
    appId: null,
    grantId: null,
    tokenId: null,
  };
}

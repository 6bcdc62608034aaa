import type { BillingContext, Caller } from "../access/caller";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { equalBytes } from "../platform/crypto";
import { sql } from "../platform/db";
import { isProductionService } from "../platform/env";
import { AppError } from "../platform/errors";
import { type Plan, USE_STALE_MS } from "../platform/limits";
import { shared } from "../platform/shared";
import { hashSecret, keyEnvironment, parseSecret } from "./secret";

interface KeyRow {
  id: string;
  hash_index: string;
  hash: Buffer;
  scopes: string[];
  organization_id: string | null;
  user_id: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  billing_entity_id: string;
  plan: Plan;
  seats: number;
}

/** The key with its owner, entity and plan in one query. There is no cache: "revoked" counts from the next request. */
const FIND_KEYS = `
  SELECT k.id, k.hash_index, k.hash, k.scopes, k.organization_id, k.user_id, k.expires_at, k.revoked_at, k.last_used_at,
         k.billing_entity_id, b.plan::text AS plan, b.seats
  FROM api_keys k
  JOIN billing_entities b ON b.id = k.billing_entity_id
  WHERE k.hash_index = ANY($1)`;

const findKeys = () =>
  shared("find-api-keys", () =>
    createBatch<string, KeyRow[]>(async (indexes) => {
      const rows = await sql<KeyRow>("find_api_keys", FIND_KEYS, [[...new Set(indexes)]]);
      return indexes.map((index) => rows.filter((row) => row.hash_index === index));
    }),
  );

/** null: not the form of an API key, so something else may know it. */
export async function authenticateKey(plaintext: string): Promise<Caller | null> {
  const parsed = parseSecret(plaintext);
  if (!parsed) return null;
  const { hash, hashIndex } = hashSecret(plaintext);
  const candidates = await findKeys()(hashIndex);
  const row = candidates.find((candidate) => equalBytes(candidate.hash, hash));
  if (!row || parsed.environment !== keyEnvironment(isProductionService())) {
    throw new AppError(
      "invalid_api_key",
      "This API key is not known here. Check that it was copied whole and belongs to this environment.",
    );
  }
  if (row.revoked_at)
    throw new AppError("revoked_api_key", "This API key was revoked. Issue a new one in the developer settings.");
  if (row.expires_at && row.expires_at <= now()) {
    throw new AppError("expired_api_key", "This API key has expired. Issue a new one in the developer settings.");
  }
  return {
    actor: { type: "app", id: row.id, userId: row.user_id },
    authMethod: "api_key",
    scopes: new Set(row.scopes),
    billing: billingOf(row),
    apiKeyId: row.id,
    isUseStale: row.last_used_at === null || now().getTime() - row.last_used_at.getTime() > USE_STALE_MS,
    grantId: null,
    appId: null,
  };
}

function billingOf(row: KeyRow): BillingContext {
  const quota = { entityId: row.billing_entity_id, plan: row.plan, seats: row.seats };
  if (row.organization_id !== null) return { ...quota, kind: "organization", organizationId: row.organization_id };
  if (row.user_id !== null) return { ...quota, kind: "individual", userId: row.user_id };
  throw new Error(`API key ${row.id} has no owner.`);
}

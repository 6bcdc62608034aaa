// SQL: locks, and one revocation of many keys.

import { bytes, instant, integer, narrowed, nullable, present, statement, text, textArray } from "../db/statement";

/** The second of two concurrent rotations waits here and finds that the key has its successor. */
export const LOCK_KEY = statement({
  name: "lock_api_key",
  params: { id: text },
  row: {
    name: text,
    scopes: present(textArray),
    createdAt: instant,
    expiresAt: nullable(instant),
    revokedAt: nullable(instant),
    monthlyUnitsMax: nullable(integer),
    allowedNetworks: present(textArray),
  },
  text: (p) => `
    SELECT name, scopes, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
           monthly_units_max AS "monthlyUnitsMax", allowed_networks AS "allowedNetworks"
    FROM api_keys WHERE id = ${p.id} FOR UPDATE`,
});

/** Keys are locked in the order of their ids, so that two reports at once cannot deadlock. */
export const LOCK_LEAKED_KEYS = statement({
  name: "lock_leaked_keys",
  params: { hashIndexes: textArray },
  row: { id: text, hash: bytes, billingEntityId: text },
  text: (p) => `
    SELECT id, hash, billing_entity_id AS "billingEntityId" FROM api_keys WHERE hash_index = ANY(${p.hashIndexes})
    ORDER BY id FOR NO KEY UPDATE`,
});

export const REVOKE_LEAKED_KEYS = statement({
  name: "revoke_leaked_keys",
  params: { ids: textArray, urls: narrowed<readonly (string | null)[]>()(textArray), now: instant },
  row: { id: text },
  text: (p) => `
    UPDATE api_keys k SET revoked_at = ${p.now}, revoked_reason = 'leaked', leak_url = l.url
    FROM unnest(${p.ids}::text[], ${p.urls}::text[]) AS l(id, url)
    WHERE k.id = l.id AND k.id = ANY(${p.ids}) AND k.revoked_at IS NULL
    RETURNING k.id`,
});

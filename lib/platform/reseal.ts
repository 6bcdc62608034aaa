import { decrypt, encrypt, sealPrefix } from "./crypto";
import { sql } from "./db";
import { log } from "./log";
import { gatewayTokenPlace, headerPlace, type SealedPlace, secretPlace } from "./sealed-places";

interface SealedRow {
  id: string;
  /** Of a header; empty elsewhere. */
  name: string;
  sealed: string;
}

interface SealedColumn {
  table: string;
  /** Rows that do not begin with $1, without the ids of $2. */
  find: string;
  /** $1 id, $2 name, $3 the value as it was found, $4 the new one. */
  replace: string;
  placeOf: (row: SealedRow) => SealedPlace;
}

const BATCH = 200;
const STALE = (column: string, id: string) => `NOT starts_with(${column}, $1) AND NOT (${id} = ANY($2)) LIMIT ${BATCH}`;

const COLUMNS: readonly SealedColumn[] = [
  {
    table: "webhook_secrets",
    find: `SELECT webhook_id AS id, '' AS name, ciphertext AS sealed FROM webhook_secrets
           WHERE ${STALE("ciphertext", "webhook_id")}`,
    replace: `UPDATE webhook_secrets SET ciphertext = $4 WHERE webhook_id = $1 AND $2 = '' AND ciphertext = $3 RETURNING 1`,
    placeOf: ({ id }) => secretPlace(id),
  },
  {
    table: "webhooks",
    find: `SELECT w.id, h.key AS name, h.value AS sealed FROM webhooks w CROSS JOIN LATERAL jsonb_each_text(w.custom_headers) h
           WHERE ${STALE("h.value", "w.id")}`,
    replace: `UPDATE webhooks SET custom_headers = jsonb_set(custom_headers, ARRAY[$2], to_jsonb($4::text))
              WHERE id = $1 AND custom_headers ->> $2 = $3 RETURNING 1`,
    placeOf: ({ id, name }) => headerPlace(id, name),
  },
  {
    table: "connectors",
    find: `SELECT id, '' AS name, gateway_token_ciphertext AS sealed FROM connectors
           WHERE gateway_token_ciphertext <> '' AND ${STALE("gateway_token_ciphertext", "id")}`,
    replace: `UPDATE connectors SET gateway_token_ciphertext = $4
              WHERE id = $1 AND $2 = '' AND gateway_token_ciphertext = $3 RETURNING 1`,
    placeOf: ({ id }) => gatewayTokenPlace(id),
  },
];

/** Seals again what an older format or key has sealed. Safe beside other processes: a value that changed is left alone. */
export async function resealStored(): Promise<number> {
  let resealed = 0;
  for (const column of COLUMNS) resealed += await resealColumn(column);
  if (resealed > 0) log().info({ resealed }, "stored secrets were sealed again under the present key");
  return resealed;
}

async function resealColumn({ table, find, replace, placeOf }: SealedColumn): Promise<number> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (;;) {
    const rows = await sql<SealedRow>(`find_stale_seals_${table}`, find, [sealPrefix(), unreadable]);
    const before = resealed + unreadable.length;
    for (const row of rows) {
      const plaintext = openStale(row, placeOf(row));
      if (plaintext === null) unreadable.push(row.id);
      else {
        const sealed = encrypt(plaintext, placeOf(row));
        resealed += (await sql(`replace_seal_${table}`, replace, [row.id, row.name, row.sealed, sealed])).length;
      }
    }
    // Nothing left, or other processes are at the same rows: they do it.
    if (resealed + unreadable.length === before) return resealed;
  }
}

/** A key that the operator has removed is told to the log, and stops nobody else's values. */
function openStale({ sealed }: SealedRow, place: SealedPlace): string | null {
  try {
    return decrypt(sealed, place);
  } catch (error) {
    log().error({ error, place }, "a sealed value cannot be opened");
    return null;
  }
}

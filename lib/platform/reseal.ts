import { decrypt, encrypt, sealPrefix } from "./crypto";
import { query } from "./db";
import { log } from "./log";
import { gatewayTokenPlace, headerPlace, type SealedPlace, secretPlace } from "./sealed-places";
import { FIND_STALE_SEALS, REPLACE_SEAL } from "./seals.sql";
import type { Statement } from "./statement";

interface SealedRow {
  id: string;
  /** Of a header; empty elsewhere. */
  name: string;
  sealed: string;
}

type FindStale = Statement<[prefix: string, unreadable: readonly string[]], SealedRow>;
type ReplaceSeal = Statement<[id: string, name: string, found: string, sealed: string], object>;

interface SealedColumn {
  find: FindStale;
  replace: ReplaceSeal;
  placeOf: (row: SealedRow) => SealedPlace;
}

const COLUMNS: readonly SealedColumn[] = [
  {
    find: FIND_STALE_SEALS.webhook_secrets,
    replace: REPLACE_SEAL.webhook_secrets,
    placeOf: ({ id }) => secretPlace(id),
  },
  {
    find: FIND_STALE_SEALS.webhooks,
    replace: REPLACE_SEAL.webhooks,
    placeOf: ({ id, name }) => headerPlace(id, name),
  },
  { find: FIND_STALE_SEALS.connectors, replace: REPLACE_SEAL.connectors, placeOf: ({ id }) => gatewayTokenPlace(id) },
];

/** Seals again what an older format or key has sealed. Safe beside other processes: a value that changed is left alone. */
export async function resealStored(): Promise<number> {
  let resealed = 0;
  for (const column of COLUMNS) resealed += await resealColumn(column);
  if (resealed > 0) log().info({ resealed }, "stored secrets were sealed again under the present key");
  return resealed;
}

async function resealColumn({ find, replace, placeOf }: SealedColumn): Promise<number> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (;;) {
    const rows = await query(find, [sealPrefix(), unreadable]);
    const before = resealed + unreadable.length;
    for (const row of rows) {
      const plaintext = openStale(row, placeOf(row));
      if (plaintext === null) unreadable.push(row.id);
      else {
        const sealed = encrypt(plaintext, placeOf(row));
        resealed += (await query(replace, [row.id, row.name, row.sealed, sealed])).length;
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

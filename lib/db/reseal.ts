import { decrypt, encrypt, sealPrefix } from "../platform/crypto";
import { log } from "../platform/log";
import {
  gatewayTokenPlace,
  headerPlace,
  pushSubscriptionPlace,
  type SealedPlace,
  secretPlace,
  streamSecretPlace,
} from "../platform/sealed-places";
import { COUNT_SEALS, FIND_STALE_SEALS, REPLACE_SEAL } from "./seals.sql";
import type { RowOf } from "./statement";
import { query } from "./transaction";

type SealedRow = RowOf<typeof FIND_STALE_SEALS.webhooks>;

const PLACES = {
  webhook_secrets: ({ id }: SealedRow) => secretPlace(id),
  webhooks: ({ id, name }: SealedRow) => headerPlace(id, name),
  connectors: ({ id }: SealedRow) => gatewayTokenPlace(id),
  audit_streams: ({ id }: SealedRow) => streamSecretPlace(id),
  push_subscriptions: ({ id }: SealedRow) => pushSubscriptionPlace(id),
};
type Table = keyof typeof PLACES;

export async function resealStored(): Promise<number> {
  let resealed = 0;
  for (const table of Object.keys(PLACES) as Table[]) resealed += await resealTable(table);
  if (resealed > 0) log().info({ resealed }, "stored secrets were sealed again under the present key");
  return resealed;
}

export async function countSeals(): Promise<Map<string, number>> {
  return new Map((await query(COUNT_SEALS)).map(({ keyId, seals }) => [keyId, seals]));
}

async function resealTable(table: Table): Promise<number> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (;;) {
    const rows = await query(FIND_STALE_SEALS[table], { prefix: sealPrefix(), unreadable });
    const before = resealed + unreadable.length;
    for (const row of rows) {
      const place = PLACES[table](row);
      const plaintext = openStale(row, place);
      if (plaintext === null) unreadable.push(row.id);
      else {
        const sealed = encrypt(plaintext, place);
        resealed += (await query(REPLACE_SEAL[table], { id: row.id, name: row.name, stale: row.sealed, sealed }))
          .length;
      }
    }
    if (resealed + unreadable.length === before) return resealed;
  }
}

function openStale({ sealed }: SealedRow, place: SealedPlace): string | null {
  try {
    return decrypt(sealed, place);
  } catch (error) {
    log().error({ error, place }, "a sealed value cannot be opened");
    return null;
  }
}

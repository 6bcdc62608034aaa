import { prisma } from "../../db/prisma";
import { CLIENT_DOCUMENT_STALE_DAYS, CLIENT_KEYS_READ_MIN_MS } from "../../platform/client-document-limits";
import { now, nowMs } from "../../platform/clock";
import { shared } from "../../platform/shared";
import { type ClientKey, ClientKeyList } from "../apps/client-keys";
import type { Client } from "../server/find-client";
import { fetchKeys } from "./fetch-document";

const DAY_MS = 24 * 60 * 60 * 1000;

type StoredKeys = Pick<Client, "jwks" | "jwksFreshUntil">;

/**
 * Re-reads keys that are stale or lack the wanted one, at most once per CLIENT_KEYS_READ_MIN_MS, because anyone can
 * send an assertion that names no known key.
 */
export async function readClientKeys(client: Client, isWanted: (key: ClientKey) => boolean): Promise<ClientKey[]> {
  if (client.jwksUri === null) return client.jwks.filter(isWanted);
  const isFresh = client.jwksFreshUntil !== null && client.jwksFreshUntil.getTime() > nowMs();
  const mayWait = isFresh && client.jwks.some(isWanted);
  const stored = mayWait || wasJustRead(client) ? client : await readOnce(client, client.jwksUri);
  return isStale(stored) ? [] : stored.jwks.filter(isWanted);
}

function wasJustRead({ id, jwksCheckedAt }: Client): boolean {
  return !readings().has(id) && nowMs() - (jwksCheckedAt?.getTime() ?? 0) < CLIENT_KEYS_READ_MIN_MS;
}

function isStale({ jwksFreshUntil }: StoredKeys): boolean {
  return nowMs() - (jwksFreshUntil?.getTime() ?? 0) > CLIENT_DOCUMENT_STALE_DAYS * DAY_MS;
}

const readings = () => shared("client-key-readings", () => new Map<string, Promise<StoredKeys>>());

function readOnce(client: Client, jwksUri: string): Promise<StoredKeys> {
  const { id } = client;
  const running = readings().get(id);
  if (running) return running;
  const reading = readAndStore(client, jwksUri).finally(() => readings().delete(id));
  readings().set(id, reading);
  return reading;
}

/** The claim lets one process read; the others use what is stored. */
async function readAndStore({ id, jwksCheckedAt }: Client, jwksUri: string): Promise<StoredKeys> {
  const claim = { where: { id, jwksUri, jwksCheckedAt }, data: { jwksCheckedAt: now() } };
  const { count } = await prisma().oAuthApp.updateMany(claim);
  if (count > 0) {
    const fetched = await fetchKeys(jwksUri);
    if (fetched.problem === null) {
      const data = { jwks: fetched.keys, jwksFreshUntil: new Date(nowMs() + fetched.freshMs) };
      await prisma().oAuthApp.updateMany({ where: { id, jwksUri }, data });
    }
  }
  const select = { jwks: true, jwksFreshUntil: true };
  const { jwks, jwksFreshUntil } = await prisma().oAuthApp.findUniqueOrThrow({ where: { id }, select });
  return { jwks: ClientKeyList.parse(jwks), jwksFreshUntil };
}

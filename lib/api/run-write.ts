import { settleWithin } from "../audit/settle";
import { claimKey, keepResult } from "../idempotency/claim-key";
import {
  fingerprintOf,
  type IdempotencyScope,
  judgeResult,
  requireKey,
  type StoredResult,
  stillRunning,
} from "../idempotency/idempotency";
import { cacheResult, readCachedResult } from "../idempotency/result-cache";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { enterConfirmedUnits } from "../usage/end-reservations";
import { type Call, draftSettlement } from "./call";
import type { WriteEndpoint } from "./endpoint";
import type { Invocation, Outcome } from "./invocation";

/** The person behind a token, and the OAuth app through which they, or an agent for them, write. */
export interface Writer {
  userId: string;
  appId: string;
}

/** What the gates have found out before a write may run, and the one that is passed when its body is known. */
export interface Admission {
  writer: Writer;
  access: unknown;
  params: Record<string, string>;
  pay: () => Promise<void>;
}

/**
 * A write whole: key, domain row, its event, the stored result, the confirmed units and the audit row are one
 * transaction, so a crash at any instant leaves all of it or none of it.
 */
export async function runWrite(
  call: Call,
  endpoint: WriteEndpoint,
  { idempotencyKey, readBody }: Invocation,
  { writer, access, params, pay }: Admission,
): Promise<Outcome> {
  const scope = readScope(idempotencyKey, writer);
  const body = await readBody(endpoint.body);
  await pay();
  const fingerprint = fingerprintOf(endpoint.method, fillPath(endpoint.path, params), body);
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, judgeResult(cached, fingerprint, now()));

  const prepared = await endpoint.prepare(access);
  const { isReplay, result } = await transaction(async (tx) => {
    const stored = scope && (await claimKey(tx, scope, fingerprint));
    // A write has its result in the transaction that took the key.
    if (stored && !("status" in stored)) throw stillRunning();
    if (stored) return { isReplay: true, result: stored };
    const output = await endpoint.run({ access, userId: writer.userId, params, body, prepared, tx });
    const made: StoredResult = {
      fingerprint,
      status: endpoint.response.status,
      body: JSON.stringify(output),
      createdAt: now(),
    };
    if (scope) {
      keepResult(tx, scope, made);
      tx.afterCommit(() => cacheResult(scope, made));
    }
    settleWithin(tx, [draftSettlement(call, made.status, true)]);
    return { isReplay: false, result: made };
  });
  if (isReplay) return replay(call, result);
  call.isSettled = true;
  if (call.reservation) await enterConfirmedUnits(call.reservation);
  return { status: result.status, body: result.body, isReplay: false };
}

/** A replay costs nothing: its reservation is released when the call is settled. */
export function replay(call: Call, { status, body }: StoredResult): Outcome {
  if (call.units) call.units = { ...call.units, used: call.units.used - call.units.cost, cost: 0 };
  return { status, body, isReplay: true };
}

export function readScope(
  key: string | null,
  { userId, appId }: Omit<IdempotencyScope, "key">,
): IdempotencyScope | null {
  if (key === null) return null;
  requireKey(key);
  return { userId, appId, key };
}

export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

import { settleWithin } from "../audit/settle";
import { keepResult } from "../idempotency/claim-key";
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
import type { EndpointContext, WriteEndpoint } from "./endpoint";
import { claimIdempotency, requireWriter, reserveUnits } from "./gates";
import type { Invocation, Outcome } from "./invocation";

/**
 * Key, domain row, event, stored result, confirmed units and audit row are one transaction: a crash at any instant
 * leaves all of them or none.
 */
export async function runWrite(
  call: Call,
  endpoint: WriteEndpoint,
  invocation: Invocation,
  { caller, access, params }: EndpointContext,
): Promise<Outcome> {
  const writer = requireWriter(caller, invocation);
  const scope = readScope(invocation.idempotencyKey, writer);
  const body = await invocation.readBody(endpoint.body); //    400
  await reserveUnits(call, caller, invocation.units); // 6  429
  const fingerprint = fingerprintOf(endpoint.method, fillPath(endpoint.path, params), body);
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, judgeResult(cached, fingerprint, now()));

  const prepared = await endpoint.prepare(access);
  const { isReplay, result } = await transaction(async (tx) => {
    const stored = await claimIdempotency(tx, scope, fingerprint); // 7  409
    // A write stores its result in the transaction that takes the key.
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

import type { Caller } from "../access/caller";
import { describeOrigin, recordOrigin } from "../access/origin";
import { settle } from "../audit/settle";
import { type Transaction, transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { recordTrace } from "../platform/trace-context";
import { type Call, draftSettlement } from "./call";
import { requireKey } from "./decode";
import type { ActionEndpoint, EndpointContext, Invocation, Outcome, WriteEndpoint } from "./endpoint";
import { claimIdempotency, requireWriter, reserveUnits } from "./gates";
import { type Claim, saveOutcome, saveReceipt, saveResult } from "./idempotency/claim-key";
import {
  checkStoredResult,
  fingerprintOf,
  type IdempotencyScope,
  type StoredResult,
  stillRunning,
} from "./idempotency/idempotency";
import { cacheResult, readCachedResult } from "./result-cache";
import { writeTogether } from "./write-together";

/**
 * Key, domain row, event, stored result, units and audit row are one transaction: a crash leaves all of them or none.
 */
export async function runWrite(
  call: Call,
  endpoint: WriteEndpoint,
  invocation: Invocation,
  { caller, access, params }: EndpointContext,
): Promise<Outcome> {
  const writer = requireWriter(caller, invocation);
  const scope = readScope(invocation.idempotencyKey, writer);
  const body = await invocation.readBody(endpoint.body);
  const request = { method: endpoint.method, path: fillPath(endpoint.path, params), body };

  const perform = async (tx: Transaction, prepared?: unknown): Promise<Outcome> => {
    const claim = await claimIdempotency(call, tx, scope, request);
    if (claim?.result) return { isReplay: true, ...claim.result };
    enterOperation(call, claim);
    recordOrigin(tx, describeOrigin(caller, call.requestId));
    recordTrace(tx, call.span.traceId);
    const output = await endpoint.run({ access, userId: writer.userId, params, body, prepared, tx });
    const result = { status: endpoint.response.status, body: JSON.stringify(output) };
    call.madeId = readId(output);
    if (claim) {
      saveResult(tx, claim, result);
      tx.afterCommit(() => cacheResult(claim, result));
    }
    return { isReplay: false, ...result };
  };

  if (endpoint.sharesTransaction) {
    const outcome = await writeTogether(call, caller, { units: invocation.units, scope, perform });
    if (outcome) return outcome;
  }
  await reserveUnits(call, caller, invocation.units);
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, checkStoredResult(cached, fingerprintOf(request), now()));

  call.trace.enter("operation");
  const prepared = await endpoint.prepare?.(access);
  let settled: Promise<unknown> | undefined;
  const outcome = await transaction(async (tx) => {
    const performed = await perform(tx, prepared);
    if (performed.isReplay) return replay(call, performed);
    settled = settle(draftSettlement(call, performed.status, "confirm"), tx);
    return performed;
  });
  if (outcome.isReplay) return outcome;
  call.isSettled = true;
  await settled;
  return outcome;
}

/**
 * No transaction can undo an action's effect. Its receipt and the Idempotency-Key are committed before anything
 * leaves, so that a crash never makes it happen twice for one key.
 */
export async function runAction(
  call: Call,
  endpoint: ActionEndpoint,
  { idempotencyKey, units }: Invocation,
  { caller, access, params }: EndpointContext,
): Promise<Outcome> {
  const scope = readScope(idempotencyKey, holderOf(caller));
  await reserveUnits(call, caller, units);
  const request = { method: endpoint.method, path: fillPath(endpoint.path, params), body: undefined };
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, checkStoredResult(cached, fingerprintOf(request), now()));

  const taken = await transaction(async (tx) => {
    const claim = await claimIdempotency(call, tx, scope, request);
    if (claim?.result) return { stored: claim.result };
    if (claim?.receipt) return { claim, receipt: claim.receipt, isNew: false };
    enterOperation(call, claim);
    const receipt = await endpoint.begin({ access, tx });
    if (claim) saveReceipt(tx, claim, receipt);
    return { claim, receipt, isNew: true };
  });
  if (taken.stored) return replay(call, taken.stored);

  const { claim, receipt, isNew } = taken;
  const output = isNew ? await endpoint.run(receipt) : await endpoint.recall(receipt);
  // A crash may have left it behind: the process that takes it up stores the outcome under its receipt.
  if (!isNew && output === null) throw stillRunning();
  const result = { status: endpoint.response.status, body: JSON.stringify(output) };
  if (claim) {
    await saveOutcome(claim, result);
    cacheResult(claim, result);
  }
  return isNew ? { isReplay: false, ...result } : replay(call, result);
}

function enterOperation(call: Call, claim: Claim | null): void {
  if (claim) call.idempotency = "new";
  call.trace.enter("operation");
}

function readId(output: unknown): string | null {
  const id = typeof output === "object" && output !== null && "id" in output ? output.id : null;
  return typeof id === "string" ? id : null;
}

/** §4: An app may redeliver too, and its keys are those of its credential. */
function holderOf({ actor, apiKeyId, appId }: Caller): Omit<IdempotencyScope, "key"> {
  if (apiKeyId !== null) return { userId: apiKeyId, appId: apiKeyId };
  return { userId: actor.userId ?? actor.id, appId: appId ?? actor.id };
}

/** A replay costs nothing: its reservation is released when the call is settled. */
function replay(call: Call, { status, body }: StoredResult): Outcome {
  call.idempotency = "replayed";
  if (call.units) {
    const { used, remaining, cost } = call.units;
    const freed = remaining === null ? null : remaining + cost;
    call.units = { ...call.units, used: used - cost, remaining: freed, cost: 0 };
  }
  return { status, body, isReplay: true };
}

function readScope(key: string | null, { userId, appId }: Omit<IdempotencyScope, "key">): IdempotencyScope | null {
  if (key === null) return null;
  requireKey(key);
  return { userId, appId, key };
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

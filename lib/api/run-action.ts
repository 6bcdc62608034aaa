import type { Caller } from "../access/caller";
import { keepOutcome, keepReceipt } from "../idempotency/claim-key";
import {
  fingerprintOf,
  judgeResult,
  type PendingResult,
  type StoredResult,
  stillRunning,
} from "../idempotency/idempotency";
import { cacheResult, readCachedResult } from "../idempotency/result-cache";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import type { Call } from "./call";
import type { ActionEndpoint, EndpointContext } from "./endpoint";
import { claimIdempotency, reserveUnits } from "./gates";
import type { Invocation, Outcome } from "./invocation";
import { fillPath, readScope, replay } from "./run-write";

/**
 * An action has an effect that no transaction can undo. Its receipt and the Idempotency-Key are committed before
 * anything leaves, so that a crash never makes it happen twice for one key.
 */
export async function runAction(
  call: Call,
  endpoint: ActionEndpoint,
  { idempotencyKey, units }: Invocation,
  { caller, access, params }: EndpointContext,
): Promise<Outcome> {
  const scope = readScope(idempotencyKey, holderOf(caller));
  await reserveUnits(call, caller, units); // 6  429
  const fingerprint = fingerprintOf(endpoint.method, fillPath(endpoint.path, params), undefined);
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, judgeResult(cached, fingerprint, now()));

  const { stored, pending } = await transaction(async (tx) => {
    const known = await claimIdempotency(tx, scope, fingerprint); // 7  409
    if (known) return { stored: known, pending: null };
    const begun: PendingResult = { fingerprint, createdAt: now(), receipt: await endpoint.begin({ access, tx }) };
    if (scope) keepReceipt(tx, scope, begun);
    return { stored: null, pending: begun };
  });
  if (stored && "status" in stored) return replay(call, stored);

  const output = stored ? await endpoint.recall(stored.receipt) : await endpoint.run(pending.receipt);
  // Under way, or left behind by a crash: the process that takes it up stores the outcome under its receipt.
  if (stored && output === null) throw stillRunning();
  const { createdAt } = stored ?? pending;
  const result: StoredResult = {
    fingerprint,
    createdAt,
    status: endpoint.response.status,
    body: JSON.stringify(output),
  };
  if (scope) {
    await keepOutcome(scope, result);
    cacheResult(scope, result);
  }
  return stored ? replay(call, result) : { status: result.status, body: result.body, isReplay: false };
}

/** §4: an app may redeliver too, and its keys are those of its credential. */
function holderOf({ actor, apiKeyId, appId }: Caller): { userId: string; appId: string } {
  if (apiKeyId !== null) return { userId: apiKeyId, appId: apiKeyId };
  return { userId: actor.userId ?? actor.id, appId: appId ?? actor.id };
}

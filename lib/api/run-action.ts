import type { Caller } from "../access/caller";
import { keepOutcome, keepReceipt } from "../idempotency/claim-key";
import { fingerprintOf, type IdempotencyScope, judgeResult, stillRunning } from "../idempotency/idempotency";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import type { Call } from "./call";
import type { ActionEndpoint, EndpointContext } from "./endpoint";
import { claimIdempotency, reserveUnits } from "./gates";
import type { Invocation, Outcome } from "./invocation";
import { cacheResult, readCachedResult } from "./result-cache";
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
  const request = { method: endpoint.method, path: fillPath(endpoint.path, params), body: undefined };
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, judgeResult(cached, fingerprintOf(request), now()));

  const taken = await transaction(async (tx) => {
    const claim = await claimIdempotency(tx, scope, request); // 7  409
    if (claim?.result) return { stored: claim.result };
    if (claim?.receipt) return { claim, receipt: claim.receipt, isNew: false };
    const receipt = await endpoint.begin({ access, tx });
    if (claim) keepReceipt(tx, claim, receipt);
    return { claim, receipt, isNew: true };
  });
  if (taken.stored) return replay(call, taken.stored);

  const { claim, receipt, isNew } = taken;
  const output = isNew ? await endpoint.run(receipt) : await endpoint.recall(receipt);
  // Under way, or left behind by a crash: the process that takes it up stores the outcome under its receipt.
  if (!isNew && output === null) throw stillRunning();
  const result = { status: endpoint.response.status, body: JSON.stringify(output) };
  if (claim) {
    await keepOutcome(claim, result);
    cacheResult(claim, result);
  }
  return isNew ? { ...result, isReplay: false } : replay(call, result);
}

/** §4: an app may redeliver too, and its keys are those of its credential. */
function holderOf({ actor, apiKeyId, appId }: Caller): Omit<IdempotencyScope, "key"> {
  if (apiKeyId !== null) return { userId: apiKeyId, appId: apiKeyId };
  return { userId: actor.userId ?? actor.id, appId: appId ?? actor.id };
}

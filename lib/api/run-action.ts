import type { Caller } from "../access/caller";
import { claimKey, keepOutcome, keepReceipt } from "../idempotency/claim-key";
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
import type { ActionEndpoint } from "./endpoint";
import type { Outcome } from "./invocation";
import { fillPath, readScope, replay } from "./run-write";

interface Admission {
  caller: Caller;
  access: unknown;
  params: Record<string, string>;
  pay: () => Promise<void>;
}

/**
 * An action has an effect that no transaction can undo. What is about to be done is committed first, together with the
 * Idempotency-Key, so the key is taken before anything leaves and a crash never makes it happen for the same key twice.
 */
export async function runAction(
  call: Call,
  endpoint: ActionEndpoint,
  idempotencyKey: string | null,
  { caller, access, params, pay }: Admission,
): Promise<Outcome> {
  const scope = readScope(idempotencyKey, holderOf(caller));
  await pay();
  const fingerprint = fingerprintOf(endpoint.method, fillPath(endpoint.path, params), undefined);
  const cached = scope && (await readCachedResult(scope));
  if (cached) return replay(call, judgeResult(cached, fingerprint, now()));

  const { stored, pending } = await transaction(async (tx) => {
    const known = scope && (await claimKey(tx, scope, fingerprint));
    if (known) return { stored: known, pending: null };
    const begun: PendingResult = { fingerprint, createdAt: now(), receipt: await endpoint.begin({ access, tx }) };
    if (scope) keepReceipt(tx, scope, begun);
    return { stored: null, pending: begun };
  });
  if (stored && "status" in stored) return replay(call, stored);

  const output = stored ? await endpoint.recall(stored.receipt) : await endpoint.run(pending.receipt);
  // Still on its way, or left behind by a crash: whoever takes it up stores the outcome under its receipt.
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

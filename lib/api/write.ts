import { settleWithin } from "../audit/store";
import { claimKey, fingerprint, type IdempotencyScope, keepResult, type StoredResult } from "../idempotency/store";
import { transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "../platform/limits";
import { countCodePoints } from "../platform/text";
import { type Call, draftAudit } from "./call";
import { decodeBody } from "./decode";
import type { WriteEndpoint } from "./endpoint";
import type { Answer } from "./exchange";
import { respondSuccess } from "./respond";

/** Only people write: the user behind a token, through one OAuth app. */
export interface Writer {
  userId: string;
  appId: string;
}

/**
 * A write whole: key, domain row, its event, the stored result, the confirmed units and the audit row are one
 * transaction, so a crash at any instant leaves all of it or none of it.
 */
export async function runWrite(
  call: Call,
  endpoint: WriteEndpoint,
  writer: Writer,
  access: unknown,
  params: Record<string, string>,
  passUnits: () => Promise<void>,
): Promise<Answer> {
  const { userId } = writer;
  const scope = readScope(call, writer);
  const body = await decodeBody(call.incoming, endpoint.body);
  await passUnits();
  const print = fingerprint(endpoint.method, fillPath(endpoint.path, params), body);
  const replay = await transaction(async (tx): Promise<{ isReplay: boolean; result: StoredResult }> => {
    const stored = scope ? await claimKey(tx, scope, print) : null;
    if (stored) return { isReplay: true, result: stored };
    const output = await endpoint.run({ access, userId, params, body, tx });
    const result = { status: endpoint.response.status, body: JSON.stringify(output) };
    if (scope) await keepResult(tx, scope, print, result);
    const reservation = call.reservation ? { id: call.reservation.id, confirm: true } : null;
    await settleWithin(tx, { audit: draftAudit(call, result.status, endpoint.units), reservation });
    return { isReplay: false, result };
  });
  call.isSettled = !replay.isReplay;
  return replay.isReplay
    ? respondReplay(call, replay.result)
    : respondSuccess(call, replay.result.status, replay.result.body);
}

/** A replay costs nothing: its reservation is released when the call is settled. */
function respondReplay(call: Call, { status, body }: StoredResult): Answer {
  if (call.units) call.units = { ...call.units, used: call.units.used - call.units.cost, cost: 0 };
  return respondSuccess(call, status, body, { "idempotent-replayed": "true" });
}

function readScope(call: Call, { userId, appId }: Writer): IdempotencyScope | null {
  const key = call.incoming.header("idempotency-key");
  if (key === null) return null;
  const length = countCodePoints(key);
  if (length < 1 || length > IDEMPOTENCY_KEY_MAX_LENGTH) {
    throw invalid([{ path: "Idempotency-Key", message: `must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters` }]);
  }
  return { userId, appId, key };
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

import type { z } from "zod";
import type { Caller } from "../../access/caller";
import { beginCall, type Call, draftSettlement } from "../../api/call";
import { parse, requireKey } from "../../api/decode";
import { describeFailure } from "../../api/errors";
import { countRefusal, limitBurst, requireActor } from "../../api/gates";
import { fingerprintOf } from "../../api/idempotency/idempotency";
import type { ApiRequest } from "../../api/request";
import { settle } from "../../audit/settle";
import { AppError, notFound } from "../../platform/errors";
import { AGENT_RUNS_QUEUED_MAX, BURST_WINDOW_SECONDS } from "../../platform/limits";
import { readUnits } from "../../usage/reserve";
import type { ActionName } from "../connectors/connector";
import type { Action } from "./action";
import { findAction } from "./actions";
import { callAsAgent, requireAction } from "./agent-caller";
import { enqueueRun, findKeyedRun } from "./enqueue-run";
import { openConnectorToRun } from "./open-connector";
import { type RunSummary, readRunOf } from "./queries";

export const ACTION_ROUTE = "/api/connectors/{connectorId}/actions/{action}";

interface RunRequest {
  userId: string;
  connectorId: string;
  action: string;
  readBody: (schema: z.ZodType) => unknown;
  idempotencyKey: string | null;
}

interface Accepted {
  run: RunSummary;
  isReplay: boolean;
}

/** §5: a queued run passes most of these gates again when it starts. */
export async function acceptRun(call: Call, request: RunRequest): Promise<Accepted> {
  const { userId, connectorId, idempotencyKey } = request;
  const { trace } = call;
  call.params = { connectorId };
  const action = findAction(request.action);
  if (!action) throw notFound();
  const connector = await openConnectorToRun(userId, connectorId); // 2  404
  const caller = requireActor(call, callAsAgent(connector));
  trace.enter("requireScope");
  requireAction(caller, connector, action); // 3  403
  trace.enter("input");
  const input = await readInput(call, caller, action, request); //    400
  trace.enter("requireAccess");
  const target = await action.open(caller, connector, input); // 4  404, 403
  await limitBurst(call, caller, "read"); // 5  429, 503
  const path = `/api/connectors/${connectorId}/actions/${action.name}`;
  const key =
    idempotencyKey === null
      ? null
      : { key: idempotencyKey, fingerprint: fingerprintOf({ method: "POST", path, body: input }) };
  if (key) trace.enter("claimIdempotency");
  const before = key && (await findKeyedRun(userId, key)); // 7  409
  if (before !== null) return { run: await readRunOf(userId, connectorId, before), isReplay: true };
  trace.enter("reserveUnits");
  await requireUnits(call, caller, action.units); //    429
  trace.enter("operation");
  const runId = await enqueueRun(connector, action, target, {
    input,
    requestId: call.requestId,
    traceId: call.span.traceId,
    key,
  });
  if (runId !== null) return { run: await readRunOf(userId, connectorId, runId), isReplay: false };
  const twin = key && (await findKeyedRun(userId, key));
  if (twin === null) throw queueFull();
  return { run: await readRunOf(userId, connectorId, twin), isReplay: true };
}

async function readInput(call: Call, caller: Caller, { body }: Action, request: RunRequest): Promise<unknown> {
  try {
    if (request.idempotencyKey !== null) requireKey(request.idempotencyKey);
    return await request.readBody(body);
  } catch (error) {
    return countRefusal(call, caller, "read", error);
  }
}

/** A reservation would expire while the run waits, so units are checked here and reserved at its start. */
async function requireUnits(call: Call, { billing }: Caller, units: number): Promise<void> {
  const state = await readUnits(billing);
  call.units = state;
  const { remaining } = state;
  if (remaining === null || remaining >= units) return;
  const resetAt = state.resetAt.toISOString();
  const message = `This run needs ${units} units, and ${remaining} are left until ${resetAt}.`;
  const details = { kind: "monthly_units", limit: state.limit, remaining, resetAt };
  throw new AppError("api_units_exceeded", message, { details });
}

function queueFull(): AppError {
  const message = `${AGENT_RUNS_QUEUED_MAX} runs wait for their turn already. Try again in a minute.`;
  const details = { kind: "burst", scope: "endpoint", retryAfterSeconds: BURST_WINDOW_SECONDS };
  return new AppError("rate_limit_exceeded", message, { details });
}

const FROM_SCREEN: ApiRequest = {
  method: "POST",
  target: "",
  header: () => null,
  headersBytes: 0,
  address: "",
  body: null,
};

export async function startRun(
  userId: string,
  connectorId: string,
  action: ActionName,
  body: unknown,
  idempotencyKey: string | null = null,
): Promise<RunSummary> {
  const call = beginCall(FROM_SCREEN, ACTION_ROUTE, "connector");
  try {
    const readBody = (schema: z.ZodType) => parse(schema, body, "");
    const { run } = await acceptRun(call, { userId, connectorId, action, readBody, idempotencyKey });
    await settle(draftSettlement(call, 202, "release"));
    return run;
  } catch (error) {
    const { status, code, details } = describeFailure(error);
    call.errorCode = code;
    call.errorDetails = details;
    await settle(draftSettlement(call, status, "release"));
    throw error;
  }
}

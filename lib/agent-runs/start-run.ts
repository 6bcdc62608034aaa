import type { z } from "zod";
import type { Caller } from "../access/caller";
import { beginCall, type Call, draftSettlement } from "../api/call";
import { parse } from "../api/decode";
import { describeFailure } from "../api/errors";
import { passBurst } from "../api/pipeline";
import type { ApiRequest } from "../api/request";
import { settle } from "../audit/settle";
import type { ActionName } from "../connectors/connector";
import { fingerprintOf, requireKey } from "../idempotency/idempotency";
import { AppError, notFound } from "../platform/errors";
import { AGENT_RUNS_QUEUED_MAX, BURST_WINDOW_SECONDS } from "../platform/limits";
import { readUnits } from "../usage/reserve";
import { countRemaining } from "../usage/units";
import type { Action } from "./action";
import { findAction } from "./actions";
import { callAsAgent, requireAction } from "./admit";
import { enqueueRun } from "./enqueue-store";
import type { RunSummary } from "./run";
import { findKeyedRun, readRunOf } from "./run-store";
import { openConnectorToRun } from "./runtime-store";

export const ACTION_ROUTE = "/api/connectors/{connectorId}/actions/{action}";

interface Asked {
  userId: string;
  connectorId: string;
  action: string;
  readInput: (schema: z.ZodType) => unknown;
  /** With it the same request starts one run, however often it is sent. */
  idempotencyKey: string | null;
}

interface Accepted {
  run: RunSummary;
  isReplay: boolean;
}

/** The contract's sentence (§5) for connector actions: what passes is queued, and is asked all of it again when it runs. */
export async function acceptRun(call: Call, asked: Asked): Promise<Accepted> {
  const { userId, connectorId, readInput, idempotencyKey } = asked;
  const action = findAction(asked.action);
  if (!action) throw notFound();
  const connector = await openConnectorToRun(userId, connectorId); // 2  404
  const caller = callAsAgent(connector);
  call.caller = caller;
  requireAction(caller, connector, action); // 3  403
  const input = await counted(call, caller, () => {
    if (idempotencyKey !== null) requireKey(idempotencyKey);
    return readInput(action.body); //    400
  });
  const place = await action.open(caller, connector, input); // 4  404, 403
  await passBurst(call, caller, "read"); // 5  429, 503
  const key =
    idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: identify(connectorId, action, input) };
  const before = key && (await findKeyedRun(userId, key)); //    409
  if (before !== null) return { run: await readRunOf(userId, connectorId, before), isReplay: true };
  await requireUnits(call, caller, action.units); // 6  429
  const runId = await enqueueRun(connector, action, place, { input, requestId: call.requestId, key });
  if (runId !== null) return { run: await readRunOf(userId, connectorId, runId), isReplay: false };
  const twin = key && (await findKeyedRun(userId, key));
  if (twin === null) throw queueFull();
  return { run: await readRunOf(userId, connectorId, twin), isReplay: true };
}

function identify(connectorId: string, { name }: Action, input: unknown): Buffer {
  return fingerprintOf("POST", `/api/connectors/${connectorId}/actions/${name}`, input);
}

/** Bad input counts towards the burst. */
async function counted(call: Call, caller: Caller, read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    await passBurst(call, caller, "read");
    throw error;
  }
}

/** Units are reserved when the run starts, since a reservation lapses; when plainly none are left nothing is queued. */
async function requireUnits(call: Call, { billing }: Caller, units: number): Promise<void> {
  const state = await readUnits(billing);
  call.units = state;
  const remaining = countRemaining(state);
  if (remaining === null || remaining >= units) return;
  const resetAt = state.resetAt.toISOString();
  throw new AppError(
    "api_units_exceeded",
    `This run takes ${units} units, and ${remaining} are left until ${resetAt}.`,
    {
      details: { kind: "monthly_units", limit: state.limit, remaining, resetAt },
    },
  );
}

function queueFull(): AppError {
  const message = `${AGENT_RUNS_QUEUED_MAX} runs wait for their turn already. Try again in a minute.`;
  const details = { kind: "burst", scope: "endpoint", retryAfterSeconds: BURST_WINDOW_SECONDS };
  return new AppError("rate_limit_exceeded", message, { details });
}

/** A screen has no request of its own for this. */
const FROM_SCREEN: ApiRequest = {
  method: "POST",
  target: "",
  header: () => null,
  headersBytes: 0,
  address: "",
  body: null,
};

/** For screens: the same gates, limits and audit as the request's. Throws AppError. */
export async function startRun(
  userId: string,
  connectorId: string,
  action: ActionName,
  body: unknown,
  idempotencyKey: string | null = null,
): Promise<RunSummary> {
  const call = beginCall(FROM_SCREEN, ACTION_ROUTE, "connector");
  try {
    const readInput = (schema: z.ZodType) => parse(schema, body, "");
    const { run } = await acceptRun(call, { userId, connectorId, action, readInput, idempotencyKey });
    await settle(draftSettlement(call, 202, false));
    return run;
  } catch (error) {
    const { status, code } = describeFailure(error);
    call.errorCode = code;
    await settle(draftSettlement(call, status, false));
    throw error;
  }
}

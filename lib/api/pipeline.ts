import type { Caller } from "../access/caller";
import { settle } from "../audit/settle";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { updateLastUse } from "./authenticate";
import { beginCall, type Call, draftSettlement } from "./call";
import { decodeBody, decodeQuery, refuseOversized } from "./decode";
import type { Endpoint, EndpointContext, Invocation, Outcome, ReadEndpoint } from "./endpoint";
import { describeFailure, type Failure } from "./errors";
import {
  chargeUnits,
  countRefusal,
  type Entry,
  limitBurst,
  limitUnknown,
  passOrCount,
  requireAccess,
  requireActor,
  requireCredential,
  requireScopeOf,
  reserveUnits,
} from "./gates";
import { recordBodies } from "./record-bodies";
import type { ApiRequest, ApiResponse } from "./request";
import { respondFailure, respondSuccess } from "./respond";
import { runAction, runWrite } from "./run-write";
import { traceCall } from "./trace-call";

export function answerEndpoint(
  endpoint: Endpoint,
  request: ApiRequest,
  params: Record<string, string>,
  entry: Entry,
): Promise<ApiResponse> {
  return answerCall(beginCall(request, endpoint.path), async (call) => {
    call.endpoint = endpoint;
    refuseOversized(request);
    const credential = await requireCredential(call, entry, params["roomId"]);
    call.params = params;
    const caller = requireActor(call, credential);
    return invoke(call, caller, endpoint, {
      params,
      problem: null,
      units: endpoint.units,
      group: endpoint.kind === "write" ? "write" : "read",
      mayAgentWrite: false,
      idempotencyKey: request.header("idempotency-key"),
      readQuery: (schema, check) => decodeQuery(request, schema, check),
      readBody: (schema) => decodeBody(request, schema),
    });
  });
}

export async function invoke(
  call: Call,
  caller: Caller,
  endpoint: Endpoint,
  invocation: Invocation,
): Promise<ApiResponse> {
  const { params, problem, group } = invocation;
  const { trace } = call;
  call.params = params;
  const access = await passOrCount(call, caller, async () => {
    trace.enter("requireScope");
    requireScopeOf(endpoint, caller, invocation, call.surface);
    if (problem) return null;
    trace.enter("requireAccess");
    return requireAccess(caller, endpoint, invocation);
  });
  if (problem) return countRefusal(call, caller, group, problem);
  call.role = readRole(access);
  await limitBurst(call, caller, group);
  trace.enter("input");
  const context = { caller, access, params };
  const { status, body, isReplay } = await run(call, endpoint, invocation, context);
  return respondSuccess(call, status, body, isReplay ? { "idempotent-replayed": "true" } : {});
}

function readRole(access: unknown): number | null {
  if (typeof access !== "object" || access === null) return null;
  if ("role" in access) return typeof access.role === "number" ? access.role : null;
  return "room" in access ? readRole(access.room) : null;
}

function run(call: Call, endpoint: Endpoint, invocation: Invocation, context: EndpointContext): Promise<Outcome> {
  if (endpoint.kind === "write") return runWrite(call, endpoint, invocation, context);
  if (endpoint.kind === "action") return runAction(call, endpoint, invocation, context);
  return runRead(call, endpoint, invocation, context);
}

/**
 * Reading changes nothing, so gate 6 comes after it and nothing has to be undone. A caller without units left learns
 * that first, whatever the read ran into.
 */
async function runRead(
  call: Call,
  endpoint: ReadEndpoint,
  { readQuery, units }: Invocation,
  { caller, access, params }: EndpointContext,
): Promise<Outcome> {
  call.queryNames = Object.keys(endpoint.query.shape);
  const check = (given: Record<string, unknown>) => endpoint.checkQuery?.({ query: given, caller, params }) ?? null;
  const query = readQuery(endpoint.query, check);
  const { status } = endpoint.response;
  call.trace.enter("operation");
  let output: unknown;
  try {
    output = await endpoint.run({ caller, access, params, query });
  } catch (error) {
    await reserveUnits(call, caller, units);
    call.trace.enter("operation");
    throw error;
  }
  await chargeUnits(call, caller, units, status);
  return { status, body: JSON.stringify(output), isReplay: false };
}

/** The audit row is on disk before the response leaves, whichever gate refuses. */
export function answerCall(call: Call, work: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse> {
  return traceCall(call, () => settleCall(call, work));
}

async function settleCall(call: Call, work: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse> {
  let response = await attempt(call, work);
  if (call.caller === null && !call.isAuthenticated && response.status < 500) {
    const own = response;
    response = await attempt(call, () => limitUnknown(call).then(() => own));
  }
  response.route = call.route;
  countRefused(call);
  const used = updateLastUse(call.caller);
  if (!call.isSettled) response = await endCall(call, response);
  if (call.caller?.isRecorded) await recordBodies(call, response);
  await used;
  return response;
}

async function endCall(call: Call, response: ApiResponse): Promise<ApiResponse> {
  try {
    const isPaid = response.status < 400 && call.units !== null && call.units.cost > 0;
    await settle(draftSettlement(call, response.status, isPaid ? "confirm" : "release"));
    return response;
  } catch (error) {
    const failure = describeFailure(error);
    call.errorCode = failure.code;
    log().error({ error, ...nameCall(call) }, "a request could not be settled");
    return { ...respondFailure(call, failure), route: call.route };
  }
}

const nameFailure = ({ status }: Failure) =>
  status === 503 ? "a request failed, because a part that it needs is away" : "a request failed";

function nameCall({ requestId, span }: Call) {
  return { requestId, trace_id: span.traceId };
}

function countRefused({ errorCode, trace }: Call): void {
  if (errorCode !== null) count("svc_refusals_total", { gate: trace.nameRefusal(errorCode), code: errorCode });
}

async function attempt(call: Call, work: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await work(call);
  } catch (error) {
    const failure = describeFailure(error);
    call.errorCode = failure.code;
    call.errorDetails = failure.details;
    if (failure.status >= 500) log().error({ error, ...nameCall(call), route: call.route }, nameFailure(failure));
    return respondFailure(call, failure);
  }
}

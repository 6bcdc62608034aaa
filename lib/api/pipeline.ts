import type { Caller } from "../access/caller";
import { settle } from "../audit/settle";
import { AppError, forbidden } from "../platform/errors";
import { log } from "../platform/log";
import type { BurstGroup } from "../usage/burst";
import { limitBurst } from "../usage/limit-burst";
import { readUnits, reserveUnits } from "../usage/reserve";
import { countRemaining } from "../usage/units";
import { authenticate } from "./authenticate";
import { beginCall, type Call, draftSettlement, noteRefusedIn } from "./call";
import { decodeBody, decodeQuery, refuseOversized } from "./decode";
import type { Endpoint, Opened, ReadEndpoint } from "./endpoint";
import { describeFailure } from "./errors";
import type { Invocation, Outcome } from "./invocation";
import type { ApiRequest, ApiResponse } from "./request";
import { respondFailure, respondSuccess } from "./respond";
import { runAction } from "./run-action";
import { runWrite, type Writer } from "./run-write";
import { passAddress } from "./unauthenticated";

/** A request to an endpoint's own path. */
export async function answerEndpoint(
  endpoint: Endpoint,
  incoming: ApiRequest,
  params: Record<string, string>,
): Promise<ApiResponse> {
  return answerCall(beginCall(incoming, endpoint.path), async (call) => {
    refuseOversized(incoming);
    const caller = await authenticate(incoming, noteRefusedIn(call)); // 1  401
    call.caller = caller; // 2  the actor came with the credential
    const { status, body, isReplay } = await passGates(call, caller, endpoint, {
      readParams: () => params,
      units: endpoint.units,
      group: endpoint.kind === "write" ? "write" : "read",
      mayAgentWrite: false,
      idempotencyKey: incoming.header("idempotency-key"),
      readQuery: (schema) => decodeQuery(incoming, schema),
      readBody: (schema) => decodeBody(incoming, schema),
    });
    return respondSuccess(call, status, body, isReplay ? { "idempotent-replayed": "true" } : {});
  });
}

/** The contract's sentence (§5), gate by gate, once it is known who calls: for requests and tool calls alike. */
export async function passGates(
  call: Call,
  caller: Caller,
  endpoint: Endpoint,
  question: Invocation,
): Promise<Outcome> {
  requireScope(caller, endpoint); // 3  403
  if (endpoint.kind === "write") requireWriter(caller, question); //    403, before the room is looked at
  const { units, group } = question;
  const params = await question.readParams();
  const access = await endpoint.open(caller, params); // 4  404
  await passBurst(call, caller, group); // 5  429, 503
  const pay = () => passUnits(call, caller, units);
  if (endpoint.kind === "write") {
    return runWrite(call, endpoint, question, { writer: requireWriter(caller, question), access, params, pay }); // 6  429, 7  409
  }
  if (endpoint.kind === "action") {
    return runAction(call, endpoint, question.idempotencyKey, { caller, access, params, pay }); // 6  429, 7  409
  }
  const output = await runRead(endpoint, { access, caller, params }, question, pay); // 6  429
  return { status: endpoint.response.status, body: JSON.stringify(output), isReplay: false };
}

/** Reading changes nothing, so it goes on beside gate 6; what was read waits for it. */
async function runRead(
  endpoint: ReadEndpoint,
  opened: Opened,
  question: Invocation,
  pay: () => Promise<void>,
): Promise<unknown> {
  const query = question.readQuery(endpoint.query); //    400
  // A function of its own: what throws before its first await must not leave the reservation behind unheard.
  const run = async () => endpoint.run({ ...opened, query });
  const [paid, output] = await Promise.allSettled([pay(), run()]); // 6  429
  if (paid.status === "rejected") throw paid.reason;
  if (output.status === "rejected") throw output.reason;
  return output.value;
}

/** One answer and one audit row, whatever happens between; the row is on disk before the answer leaves. */
export async function answerCall(call: Call, work: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse> {
  let answer = await attempt(call, work);
  if (call.caller === null && !call.isAuthenticated && answer.status < 500) {
    const own = answer;
    answer = await attempt(call, () => passAddress(call).then(() => own));
  }
  if (call.isSettled) return answer;
  try {
    const confirm = answer.status < 400 && call.units !== null && call.units.cost > 0;
    await settle(draftSettlement(call, answer.status, confirm));
    return answer;
  } catch (error) {
    call.errorCode = "internal_error";
    log().error({ error, requestId: call.requestId }, "a request could not be settled");
    return respondFailure(call, describeFailure(error));
  }
}

async function attempt(call: Call, work: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await work(call);
  } catch (error) {
    const failure = describeFailure(error);
    call.errorCode = failure.code;
    if (failure.status >= 500) log().error({ error, requestId: call.requestId, route: call.route }, "a request failed");
    return respondFailure(call, failure);
  }
}

function requireScope(caller: Caller, { scope }: Endpoint): void {
  if (caller.scopes.has(scope)) return;
  throw new AppError("insufficient_scope", `This credential lacks the scope ${scope}.`, {
    details: { requiredScope: scope },
  });
}

function requireWriter({ actor, appId }: Caller, { mayAgentWrite }: Invocation): Writer {
  const isWriter = actor.type === "user" || (actor.type === "agent" && mayAgentWrite);
  if (isWriter && appId !== null) return { userId: actor.userId, appId };
  throw forbidden("Only people write here: use a user's access token. API keys read, and agents write through tools.");
}

export async function passBurst(call: Call, caller: Caller, group: BurstGroup): Promise<void> {
  call.burst = await limitBurst(caller, group);
  const { refused, resetSeconds } = call.burst;
  if (!refused) return;
  call.units = await readUnits(caller.billing);
  throw new AppError(
    "rate_limit_exceeded",
    `More than ${refused.limit} requests in this minute. Wait ${resetSeconds} s.`,
    {
      details: { kind: "burst", scope: refused.scope, retryAfterSeconds: resetSeconds },
    },
  );
}

async function passUnits(call: Call, caller: Caller, units: number): Promise<void> {
  const { reservation, state } = await reserveUnits(caller.billing, units);
  call.units = state;
  call.reservation = reservation;
  if (reservation) return;
  const { limit, resetAt } = state;
  throw new AppError(
    "api_units_exceeded",
    `The units of this month are used up. They return on ${resetAt.toISOString()}.`,
    {
      details: {
        kind: "monthly_units",
        limit,
        remaining: countRemaining(state),
        resetAt: resetAt.toISOString(),
      },
    },
  );
}

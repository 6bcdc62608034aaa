import type { Caller } from "../access/caller";
import { SCOPES, type Scope } from "../access/scopes";
import { refuseSuspended } from "../access/suspension";
import { countExcess } from "../audit/address-excess";
import { type Surface, settle } from "../audit/settle";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { env } from "../platform/env";
import { AppError, forbidden } from "../platform/errors";
import { type BurstGroup, burstExceeded } from "../usage/burst";
import { limitBurst as countBurst, countRefused } from "../usage/limit-burst";
import {
  type BudgetState,
  describeUnits,
  readUnits,
  reserveUnits as reserve,
  type UnitsState,
  wantUnits,
} from "../usage/reserve";
import { chargeAddress } from "./address-window";
import { authenticate, authenticateForCli, authenticateForTools, challenge, identifyRefused } from "./authenticate";
import { type Call, draftAudit, draftCharge } from "./call";
import type { Endpoint, Invocation } from "./endpoint";
import { HttpError, statusOf } from "./errors";
import { type Claim, claimKey } from "./idempotency/claim-key";
import type { IdempotencyScope, KeyedRequest } from "./idempotency/idempotency";
import { EXCLUSIONS, findExclusion, mayWrite } from "./who-may-call";

// The gates of §5 in its order. `surfaces.ts` says which surface runs which, and why it skips one.

export type Entry = "v1" | "cli";

export function requireCredential(call: Call, resource: Entry | "mcp", roomId?: string): Promise<Caller> {
  call.trace.enter("requireCredential");
  if (resource === "cli") return authenticateForCli(call, roomId);
  return resource === "mcp" ? authenticateForTools(call) : authenticate(call);
}

export function requireSession(userId: string | null): string {
  if (userId !== null) return userId;
  // RFC 9110 §15.5.2: Each 401 names a scheme. Browsers ask for a password only for schemes that they know.
  const headers = { "www-authenticate": `Session realm="${env().SVC_BASE_URL}/login"` };
  throw new HttpError(401, "unauthenticated", "Sign in to use this path. It needs a session.", undefined, headers);
}

export function requireActor(call: Call, caller: Caller): Caller {
  call.trace.enter("requireActor");
  call.caller = caller;
  refuseSuspended(caller.billing);
  return caller;
}

export function requireScopeOf(endpoint: Endpoint, caller: Caller, { mayAgentWrite }: Invocation, surface: Surface) {
  const exclusion = findExclusion(endpoint, caller.actor, mayAgentWrite);
  requireScope(caller, endpoint.scope, surface, exclusion && EXCLUSIONS[exclusion]);
}

/** RFC 6750 §3.1: Clients learn from the challenge which scopes to ask for. */
export function requireScope(
  { scopes }: Caller,
  requiredScope: Scope,
  surface: Surface = "v1",
  instead: string | null = null,
): void {
  if (scopes.has(requiredScope)) return;
  const who = surface === "connector" ? "connector" : "credential";
  const message = instead ?? `This ${who} lacks the scope ${requiredScope}.`;
  const resource = surface === "v1" || surface === "mcp" ? surface : null;
  // A client that asks its person for fewer scopes would lose what it had.
  const isWanted = (scope: Scope) =>
    scopes.has(scope) || scope === requiredScope || (resource === "mcp" && scope === "mcp:tools");
  const wanted = `scope="${SCOPES.filter(isWanted).join(" ")}"`;
  const headers = resource === null ? {} : challenge(resource, "insufficient_scope", wanted);
  throw new HttpError(403, "insufficient_scope", message, { requiredScope }, headers);
}

/** Callers who can never write are refused (403) before the room is looked up (404). */
export function requireAccess(caller: Caller, endpoint: Endpoint, invocation: Invocation): Promise<unknown> {
  if (endpoint.kind === "write") requireWriter(caller, invocation);
  return endpoint.access(caller, invocation.params);
}

/** A person's command lines share their keys, so a write can be repeated on any of them. */
const COMMAND_LINE = "cli";

export interface Writer {
  userId: string;
  appId: string;
}

export function requireWriter({ actor, appId, authMethod }: Caller, { mayAgentWrite }: Invocation): Writer {
  if (authMethod === "cli_session" && actor.type === "user") return { userId: actor.userId, appId: COMMAND_LINE };
  if (mayWrite(actor, mayAgentWrite) && appId !== null) return { userId: actor.userId, appId };
  throw forbidden(EXCLUSIONS[actor.type === "agent" ? "agents_read" : "keys_read"]);
}

export async function limitBurst(call: Call, caller: Caller, group: BurstGroup): Promise<void> {
  call.trace.enter("limitBurst");
  call.burst = await countBurst(caller, group);
  const { refused, resetSeconds } = call.burst;
  if (!refused) return;
  call.units = await readUnits(caller.billing);
  const message = `More than ${refused.limit} requests in this minute. Wait ${resetSeconds} s.`;
  throw burstExceeded(message, refused.scope, resetSeconds);
}

/** Refusals of gates 3 and 4 reach no burst: an actor that has too many gets 429 in their place. */
export async function passOrCount<T>(call: Call, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const exhausted = error instanceof AppError && statusOf(error.code) < 500 ? await countRefused(caller) : null;
    if (!exhausted) throw error;
    call.burst = exhausted;
    call.units = await readUnits(caller.billing);
    const { tightest, resetSeconds } = exhausted;
    const message = `More than ${tightest.limit} refused requests in this minute. Wait ${resetSeconds} s.`;
    throw burstExceeded(message, tightest.scope, resetSeconds);
  }
}

export async function countRefusal(call: Call, caller: Caller, group: BurstGroup, error: unknown): Promise<never> {
  await limitBurst(call, caller, group);
  call.trace.enter("input");
  throw error;
}

export async function limitUnknown(call: Call): Promise<void> {
  if (call.trace.isAtEntry) await identifyRefused(call);
  if (call.refusedCredential === null) await limitAddress(call);
}

export async function limitAddress(call: Call): Promise<void> {
  const { key, window, exhausted } = await chargeAddress(call.request.address);
  if (!exhausted) return;
  const { tightest, resetSeconds } = exhausted;
  const message = `Too many requests without a valid credential came from this address in this minute. Wait ${resetSeconds} s.`;
  const problem = burstExceeded(message, tightest.scope, resetSeconds);
  call.burst = exhausted;
  call.errorCode = problem.code;
  countExcess(window, key, () => draftAudit(call, statusOf(problem.code), 0));
  call.isSettled = true;
  throw problem;
}

export async function reserveUnits(call: Call, caller: Caller, units: number): Promise<void> {
  call.trace.enter("reserveUnits");
  const reserved = await reserve(caller.billing, units, caller.keyBudget);
  call.trace.leave();
  call.units = reserved.state;
  call.reservation = reserved.reservation;
  if (!reserved.reservation) throw unitsExceeded(reserved.state, reserved.budget);
}

/**
 * Units, audit row and details of a read are one statement. Units that do not fit are reserved, which says what is
 * left.
 */
export async function chargeUnits(call: Call, caller: Caller, units: number, status: number): Promise<void> {
  call.trace.enter("reserveUnits");
  const at = now();
  const wanted = wantUnits(caller.billing, units, caller.keyBudget, at);
  const used = await settle(draftCharge(call, status, wanted));
  if (used === null) return reserveUnits(call, caller, units);
  call.units = describeUnits(wanted.limit, used, units, at);
  call.isSettled = true;
}

function unitsExceeded(state: UnitsState, budget: BudgetState | null): AppError {
  const resetAt = state.resetAt.toISOString();
  if (budget) {
    const details = { kind: "monthly_units", scope: "key", limit: budget.limit, remaining: budget.remaining, resetAt };
    const message = `The API key has used its units for this month. They reset on ${resetAt}.`;
    return new AppError("api_units_exceeded", message, { details });
  }
  const { limit, remaining } = state;
  return new AppError("api_units_exceeded", `This month's units are used up. They reset on ${resetAt}.`, {
    details: { kind: "monthly_units", limit, remaining, resetAt },
  });
}

export function claimIdempotency(
  { trace }: Call,
  tx: Transaction,
  scope: IdempotencyScope | null,
  request: KeyedRequest,
): Promise<Claim> | null {
  if (scope) trace.enter("claimIdempotency");
  return scope && claimKey(tx, scope, request);
}

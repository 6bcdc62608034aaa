import type { Caller } from "../access/caller";
import { refuseSuspended } from "../access/suspension";
import { requireAccess, requireScope, requireScopeOf } from "../api/gates";
import { GATES, type Gate } from "../api/surfaces";
import { STEPS } from "../api/trace";
import { type RequestFacts, readFacts } from "../audit/request-facts";
import { nowMs } from "../platform/clock";
import { AppError, type ErrorCode, notFound } from "../platform/errors";
import { peekBurst } from "../usage/limit-burst";
import { lacksUnits, readUnitsWithBudget } from "../usage/reserve";
import { classifyRefusal } from "./causes";
import { findAccessFacts } from "./find-access-facts";
import { type FoundRow, findRequests } from "./find-request";
import type { RequestArea, RequestViewer } from "./open-viewer";
import { findOperation, type Operation } from "./operation";
import { type Rebuilt, rebuildCaller } from "./rebuild-caller";
import type { Refusal } from "./refusal";

/** `not_checked` depends on the request itself: its body, Idempotency-Key or whole address. */
export type Prospect = "passes" | "refuses" | "not_reached" | "not_checked";

export interface CheckedAgain {
  at: Date;
  gates: { gate: Gate; prospect: Prospect }[];
  stop: Refusal | null;
}

interface Problem {
  gate: Gate;
  code: ErrorCode;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** The check counts, reserves and writes nothing. */
export async function checkAgain(
  viewer: RequestViewer,
  requestId: string,
  rowId?: string,
): Promise<CheckedAgain | null> {
  const found = await findRequests(viewer, requestId);
  const chosen = found.find(({ row }) => row.id === rowId) ?? found.find(({ row }) => row.status >= 400) ?? found[0];
  if (!chosen) throw notFound();
  const { row, area } = chosen;
  const operation = findOperation(row);
  if (!operation) return null;
  const facts = readFacts(row.facts);
  const rebuilt = await rebuildCaller(row, facts.n);
  const problem = await findProblem(rebuilt, row, facts, operation);
  const stop = problem && (await explainProblem(viewer, area, row, facts, operation, problem));
  const refusing = problem ? GATES.indexOf(problem.gate) : GATES.length;
  const unchecked: Gate[] = ["claimIdempotency"];
  if (rebuilt.caller !== null && rebuilt.mayBeElsewhere === true) unchecked.push("requireCredential");
  if (lacksIds(facts, operation)) unchecked.push("requireAccess");
  const gates = GATES.map((gate, index) => ({
    gate,
    prospect: classifyGate(index - refusing, unchecked.includes(gate)),
  }));
  return { at: new Date(nowMs()), gates, stop };
}

/** A request that ended at its credential left no ids of its path. */
function lacksIds({ s }: RequestFacts, { endpoint }: Operation): boolean {
  return s !== undefined && STEPS[s] === "requireCredential" && endpoint.path.includes("{");
}

function classifyGate(distance: number, isUnchecked: boolean): Prospect {
  if (distance > 0) return "not_reached";
  if (distance === 0) return "refuses";
  return isUnchecked ? "not_checked" : "passes";
}

async function findProblem(
  rebuilt: Rebuilt,
  row: FoundRow,
  facts: RequestFacts,
  operation: Operation,
): Promise<Problem | null> {
  if (rebuilt.caller === null) {
    const { refusal, reason } = rebuilt;
    return { gate: "requireCredential", code: refusal, details: reason === undefined ? undefined : { reason } };
  }
  const { caller } = rebuilt;
  const { endpoint, group, units } = operation;
  return (
    (await checkGate("requireActor", async () => refuseSuspended(caller.billing))) ??
    (await checkGate("requireScope", async () => {
      if (group === "tool") requireScope(caller, "mcp:tools", "mcp");
      requireScopeOf(endpoint, caller, describeInvocation(row, facts, operation), "v1");
    })) ??
    (await checkGate("requireAccess", async () => {
      if (!lacksIds(facts, operation)) await requireAccess(caller, endpoint, describeInvocation(row, facts, operation));
    })) ??
    (await checkGate("limitBurst", () => checkBurst(caller, group))) ??
    (await checkGate("reserveUnits", () => checkUnits(caller, units)))
  );
}

async function checkGate(gate: Gate, work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { gate, code: error.code, details: error.details };
  }
}

/** Gate 4 reads only `params` and the rule about agents. */
function describeInvocation({ roomId }: FoundRow, { p }: RequestFacts, { endpoint, units, group }: Operation) {
  const ids: Record<string, string | null> = { ...p, roomId };
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? ""]));
  const isTool = group === "tool";
  const nothing = () => ({});
  return {
    params,
    problem: null,
    units,
    group,
    mayAgentWrite: isTool,
    idempotencyKey: null,
    readQuery: nothing,
    readBody: nothing,
  };
}

async function checkBurst(caller: Caller, group: Operation["group"]): Promise<void> {
  const { refused } = await peekBurst(caller, group);
  if (!refused) return;
  throw new AppError("rate_limit_exceeded", "full", {
    details: { kind: "burst", scope: refused.scope, limit: refused.limit },
  });
}

async function checkUnits({ billing, keyBudget }: Caller, units: number): Promise<void> {
  const { state, budget } = await readUnitsWithBudget(billing, keyBudget);
  const { limit, remaining } = state;
  const isOut = lacksUnits(state, units);
  if (!isOut && (budget === null || budget.remaining >= units)) return;
  const details = isOut ? { limit, remaining } : { scope: "key", limit: budget?.limit, remaining: budget?.remaining };
  throw new AppError("api_units_exceeded", "used up", { details: { kind: "monthly_units", ...details } });
}

async function explainProblem(
  viewer: RequestViewer,
  area: RequestArea,
  row: FoundRow,
  facts: RequestFacts,
  { endpoint }: Operation,
  { gate, code, details }: Problem,
): Promise<Refusal> {
  const { roomId, userId, route, actorType, credentialId } = row;
  const access = await findAccessFacts(viewer, area, { ...row, ids: facts.p ?? {} });
  const constants = Object.entries(details ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  const now: RequestFacts = { ...(facts.p ? { p: facts.p } : {}), e: Object.fromEntries(constants) };
  const request = { route, actorType, credentialId, userId, roomId, status: 0 };
  return classifyRefusal({ ...request, step: gate, code, facts: now, endpoint, area, access });
}

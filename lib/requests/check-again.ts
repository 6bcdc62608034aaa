import type { Caller } from "../access/caller";
import { refuseSuspended } from "../access/suspension";
import { requireAccess, requireScope } from "../api/gates";
import { GATES, type Gate } from "../api/surfaces";
import { type RequestFacts, readFacts } from "../audit/request-facts";
import { nowMs } from "../platform/clock";
import { AppError, type ErrorCode, notFound } from "../platform/errors";
import { peekBurst } from "../usage/limit-burst";
import { lacksUnits, readUnitsWithBudget } from "../usage/reserve";
import { judgeRefusal, type Stop } from "./causes";
import { findAccessFacts } from "./find-access-facts";
import { type FoundRow, findRequests } from "./find-request";
import type { RequestArea, RequestViewer } from "./open-viewer";
import { findOperation, type Operation } from "./operation";
import { rebuildCaller } from "./rebuild-caller";

/** `not_checked`: only the request itself shows it, such as its body or its Idempotency-Key. */
export type Prospect = "passes" | "refuses" | "not_reached" | "not_checked";

export interface SecondLook {
  at: Date;
  gates: { gate: Gate; prospect: Prospect }[];
  /** null: no gate would refuse the request now. */
  stop: Stop | null;
}

interface Problem {
  gate: Gate;
  code: ErrorCode;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** The gates as they would judge the request now. Nothing is counted, reserved or written. null: not a request to an endpoint. */
export async function checkAgain(viewer: RequestViewer, requestId: string, rowId?: string): Promise<SecondLook | null> {
  const found = await findRequests(viewer, requestId);
  const chosen = found.find(({ row }) => row.id === rowId) ?? found.find(({ row }) => row.status >= 400) ?? found[0];
  if (!chosen) throw notFound();
  const { row, area } = chosen;
  const operation = findOperation(row);
  if (!operation) return null;
  const facts = readFacts(row.facts);
  const problem = await findProblem(row, facts, operation);
  const stop = problem && (await explainProblem(viewer, area, row, facts, operation, problem));
  const refusing = problem ? GATES.indexOf(problem.gate) : GATES.length;
  const gates = GATES.map((gate, index) => ({ gate, prospect: judgeGate(gate, index - refusing) }));
  return { at: new Date(nowMs()), gates, stop };
}

function judgeGate(gate: Gate, distance: number): Prospect {
  if (distance > 0) return "not_reached";
  if (distance === 0) return "refuses";
  return gate === "claimIdempotency" ? "not_checked" : "passes";
}

async function findProblem(row: FoundRow, facts: RequestFacts, operation: Operation): Promise<Problem | null> {
  const { caller, refusal } = await rebuildCaller(row);
  if (caller === null) return { gate: "requireCredential", code: refusal };
  const { endpoint, group, units } = operation;
  return (
    (await judge("requireActor", async () => refuseSuspended(caller.billing))) ??
    (await judge("requireScope", async () => {
      if (group === "tool") requireScope(caller, "mcp:tools", "mcp");
      requireScope(caller, endpoint.scope);
    })) ??
    (await judge("requireAccess", () => requireAccess(caller, endpoint, describeInvocation(row, facts, operation)))) ??
    (await judge("limitBurst", () => checkBurst(caller, group))) ??
    (await judge("reserveUnits", () => checkUnits(caller, units)))
  );
}

async function judge(gate: Gate, work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { gate, code: error.code, details: error.details };
  }
}

/** Only `params` and the rule about agents are read by gate 4. */
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
  throw new AppError("rate_limit_exceeded", "full", { details: { kind: "burst", scope: refused.scope } });
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
): Promise<Stop> {
  const { roomId, userId, route, actorType, credentialId } = row;
  const access = await findAccessFacts(viewer, area, { roomId, recordId: facts.p?.["recordId"] ?? null, userId });
  const constants = Object.entries(details ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  const now: RequestFacts = { ...(facts.p ? { p: facts.p } : {}), e: Object.fromEntries(constants) };
  const request = { route, actorType, credentialId, userId, roomId, status: 0 };
  return judgeRefusal({ ...request, step: gate, code, facts: now, endpoint, area, access });
}

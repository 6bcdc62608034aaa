import type { Endpoint } from "../api/endpoint";
import { GATES, type Gate } from "../api/surfaces";
import { STEPS } from "../api/trace";
import type { RequestFacts } from "../audit/request-facts";
import { windowOf } from "../usage/burst";
import { monthReset } from "../usage/units";
import type { Actor } from "./read-actors";

/** `skipped`: this kind of request does not need the gate. */
export type Verdict = "passed" | "stopped" | "not_reached" | "skipped";

export interface Window {
  scope: string;
  limit: number;
  left: number;
  isFull: boolean;
}

export type IdempotencyVerdict = "none" | "new" | "replayed" | "mismatch" | "in_progress" | "result_unavailable";

export type GateReport = { verdict: Verdict; micros: number | null } & (
  | { gate: "requireCredential"; authMethod: string | null; credential: Actor["credential"] }
  | { gate: "requireActor"; actor: Actor }
  | { gate: "requireScope"; needed: string | null; had: readonly string[] }
  | {
      gate: "requireAccess";
      roomId: string | null;
      role: number | null;
      ids: Readonly<Record<string, string | null>>;
    }
  | { gate: "limitBurst"; windows: readonly Window[]; resetSeconds: number }
  | { gate: "reserveUnits"; limit: number | null; used: number | null; cost: number | null; resetAt: Date }
  | { gate: "claimIdempotency"; key: IdempotencyVerdict }
);

interface Seen {
  at: Date;
  facts: RequestFacts;
  actor: Actor;
  authMethod: string | null;
  scopes: string;
  roomId: string | null;
  endpoint: Endpoint | null;
}

export function reportGates(seen: Seen): GateReport[] {
  return GATES.map((gate) => ({ ...classifyGate(gate, seen), ...describeGate(gate, seen) }));
}

function classifyGate(gate: Gate, { facts, actor }: Seen): { verdict: Verdict; micros: number | null } {
  const step = STEPS.indexOf(gate);
  const micros = facts.t?.[step] ?? null;
  const stop = facts.s ?? STEPS.length;
  if (step === stop) return { verdict: "stopped", micros };
  if (step > stop) return { verdict: "not_reached", micros: null };
  // A tool call was authenticated with the request that carried it.
  const isCarried = (gate === "requireCredential" || gate === "requireActor") && actor.kind !== "unknown";
  return { verdict: micros === null && !isCarried ? "skipped" : "passed", micros };
}

function describeGate(gate: Gate, seen: Seen) {
  const { facts, actor, at } = seen;
  switch (gate) {
    case "requireCredential":
      return { gate, authMethod: seen.authMethod, credential: actor.credential };
    case "requireActor":
      return { gate, actor };
    case "requireScope":
      return { gate, needed: neededScope(seen), had: seen.scopes === "" ? [] : seen.scopes.split(" ") };
    case "requireAccess":
      return { gate, roomId: seen.roomId, role: facts.o ?? null, ids: facts.p ?? {} };
    case "limitBurst": {
      const windows = (facts.b ?? []).map(([scope, limit, left]) => ({
        scope,
        limit,
        left,
        isFull: facts.x === scope,
      }));
      return { gate, windows, resetSeconds: windowOf(at.getTime()).resetSeconds };
    }
    case "reserveUnits": {
      const [limit = null, used = null, cost = null] = facts.u ?? [];
      return { gate, limit, used, cost, resetAt: monthReset(at) };
    }
    case "claimIdempotency":
      return { gate, key: readVerdict(facts) };
  }
}

function neededScope({ endpoint, facts }: Seen): string | null {
  const required = facts.e?.["requiredScope"];
  return typeof required === "string" ? required : (endpoint?.scope ?? null);
}

function readVerdict({ k, e }: RequestFacts): IdempotencyVerdict {
  const reason = e?.["reason"];
  if (reason === "mismatch" || reason === "in_progress" || reason === "result_unavailable") return reason;
  return k ?? "none";
}

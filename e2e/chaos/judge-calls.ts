import type { Fault } from "./fault";
import type { Call } from "./traffic";

const ANSWERED_WITHIN_MS = 30_000;

/** How the calls of a fault break the promises, each kind once. */
export function judgeCalls(fault: Fault, calls: readonly Call[]): string[] {
  const problems = new Map<string, number>();
  for (const call of calls) {
    const problem = judge(fault, call);
    if (problem !== null) problems.set(problem, (problems.get(problem) ?? 0) + 1);
  }
  return [...problems].map(([problem, times]) => `${times} × ${problem}`);
}

function judge({ isGone, allowed = [] }: Fault, { kind, outcome, isBare, tookMs, text }: Call): string | null {
  if (outcome === "silent" || tookMs > ANSWERED_WITHIN_MS) return `${kind}: no response within 30 s`;
  if (typeof outcome === "string") return isGone ? null : `${kind}: ${outcome} (${text})`;
  // A window of the limits may be used up by repetitions.
  if (outcome < 400 || outcome === 429 || allowed.includes(outcome)) return null;
  if (outcome === 409 && text.includes("in_progress")) return null;
  if (outcome === 503 && !isBare) return null;
  return `${kind}: ${outcome}${isBare ? " without Retry-After" : ""} ${text.slice(0, 100).replaceAll(/\s+/g, " ")}`;
}

/** "412 × 201, 30 × 503, 4 × refused" */
export function summarizeCalls(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of calls) {
    const name = typeof outcome === "number" && outcome < 400 ? "served" : String(outcome);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([name, times]) => `${times} × ${name}`)
    .join(", ");
}

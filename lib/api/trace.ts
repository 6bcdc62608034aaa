import type { ErrorCode } from "../platform/errors";
import type { Gate } from "./surfaces";

export const STEPS = [
  "entry",
  "requireCredential",
  "requireActor",
  "requireScope",
  "requireAccess",
  "limitBurst",
  "input",
  "reserveUnits",
  "claimIdempotency",
  "operation",
] as const satisfies readonly (Gate | "entry" | "input" | "operation")[];
export type Step = (typeof STEPS)[number];

const STEP_OF_CODE: Partial<Record<ErrorCode, Step>> = {
  unauthenticated: "requireCredential",
  invalid_api_key: "requireCredential",
  expired_api_key: "requireCredential",
  revoked_api_key: "requireCredential",
  insufficient_scope: "requireScope",
  rate_limit_exceeded: "limitBurst",
  rate_limit_backend_unavailable: "limitBurst",
  api_units_exceeded: "reserveUnits",
  idempotency_conflict: "claimIdempotency",
};

export class Trace {
  private step = 0;
  private since: number;
  private readonly elapsed: (number | null)[] = [null];
  visits: { step: Step; startedMs: number; endedMs: number }[] | null = null;

  constructor(startedMs: number) {
    this.since = startedMs;
  }

  enter(step: Step): void {
    this.leave();
    this.step = STEPS.indexOf(step);
    while (this.elapsed.length <= this.step) this.elapsed.push(null);
  }

  leave(): void {
    const at = performance.now();
    this.visits?.push({ step: STEPS[this.step] ?? "entry", startedMs: this.since, endedMs: at });
    this.elapsed[this.step] = (this.elapsed[this.step] ?? 0) + at - this.since;
    this.since = at;
  }

  get isAtEntry(): boolean {
    return this.step === 0;
  }

  readTimes(): (number | null)[] {
    this.leave();
    return this.elapsed.map((ms) => ms && Math.round(ms * 1000));
  }

  nameRefusal(code: ErrorCode): Step {
    return STEPS[this.findRefusal(code)] ?? "entry";
  }

  findRefusal(code: ErrorCode): number {
    const own = STEP_OF_CODE[code];
    return own === undefined ? this.step : STEPS.indexOf(own);
  }
}

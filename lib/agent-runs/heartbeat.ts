import { nowMs } from "../platform/clock";
import { AGENT_RUN_CLAIM_MS, AGENT_RUN_PULSE_MS } from "../platform/limits";
import { log } from "../platform/log";
import type { ClaimedRun } from "./claim-run";
import { readLease, renewLease } from "./renew-lease";

export type Stop = "cancelled" | "timed_out" | "lost";

/** Renews the lease of a running run, and aborts the work when the run is cancelled in any process. */
export interface Heartbeat {
  signal: AbortSignal;
  /** Why the signal aborted; null: it did not. */
  stopped(): Stop | null;
  stop(): void;
}

/** The other beats only read whether the run was cancelled. */
const BEATS_PER_RENEWAL = 5;

export function startHeartbeat(run: ClaimedRun, timeoutMs: number): Heartbeat {
  const control = new AbortController();
  let stopped: Stop | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;
  let heldAtMs = nowMs();

  function end(why: Stop): void {
    stopped ??= why;
    control.abort();
  }

  async function beat(): Promise<void> {
    beats += 1;
    try {
      const lease = await (beats % BEATS_PER_RENEWAL === 0 ? renewLease(run) : readLease(run));
      heldAtMs = nowMs();
      if (lease !== "held") end(lease);
    } catch (error) {
      log().warn({ error, runId: run.id }, "the lease of a run could not be checked");
      // By now another process may have claimed the run.
      if (nowMs() - heldAtMs > AGENT_RUN_CLAIM_MS) end("lost");
    }
    if (!control.signal.aborted) timer = setTimeout(() => void beat(), AGENT_RUN_PULSE_MS);
  }

  timer = setTimeout(() => void beat(), AGENT_RUN_PULSE_MS);
  const deadline = setTimeout(() => end("timed_out"), timeoutMs);
  return {
    signal: control.signal,
    stopped: () => stopped,
    stop() {
      clearTimeout(timer);
      clearTimeout(deadline);
      control.abort();
    },
  };
}

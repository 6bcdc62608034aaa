import { nowMs } from "../platform/clock";
import { AGENT_RUN_CLAIM_MS, AGENT_RUN_PULSE_MS } from "../platform/limits";
import { log } from "../platform/log";
import { beatRun, type ClaimedRun, watchRun } from "./run-work-store";

export type Stop = "cancelled" | "timed_out" | "lost";

/** While a run runs: says that somebody is there, and ends the work when it was cancelled, wherever that was asked for. */
export interface Pulse {
  signal: AbortSignal;
  /** Why the signal was given; null: it was not. */
  stopped(): Stop | null;
  stop(): void;
}

/** Every fifth look also writes. */
const LOOKS_PER_BEAT = 5;

export function startPulse(run: ClaimedRun, timeoutMs: number): Pulse {
  const control = new AbortController();
  let stopped: Stop | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  let heardAtMs = nowMs();

  function end(why: Stop): void {
    stopped ??= why;
    control.abort();
  }

  async function look(): Promise<void> {
    looks += 1;
    try {
      const state = await (looks % LOOKS_PER_BEAT === 0 ? beatRun(run) : watchRun(run));
      heardAtMs = nowMs();
      if (state !== "on") end(state);
    } catch (error) {
      log().warn({ error, runId: run.id }, "a run could not be watched");
      // So long unheard of, somebody else may have it.
      if (nowMs() - heardAtMs > AGENT_RUN_CLAIM_MS) end("lost");
    }
    if (!control.signal.aborted) timer = setTimeout(() => void look(), AGENT_RUN_PULSE_MS);
  }

  timer = setTimeout(() => void look(), AGENT_RUN_PULSE_MS);
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

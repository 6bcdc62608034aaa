import { log } from "./log";
import { shared } from "./shared";

const EVERY_MS = 60_000;

interface Counted {
  loggedMs: number;
  since: number;
}

/** Strangers can cause any number of these, so each message logs once a minute with its count. */
export function warnCounted(message: string, fields: Record<string, unknown> = {}): void {
  const known = shared("counted-warnings", () => new Map<string, Counted>());
  const { loggedMs, since } = known.get(message) ?? { loggedMs: Number.NEGATIVE_INFINITY, since: 0 };
  const nowMs = performance.now();
  if (nowMs - loggedMs < EVERY_MS) {
    known.set(message, { loggedMs, since: since + 1 });
    return;
  }
  known.set(message, { loggedMs: nowMs, since: 0 });
  log().warn({ ...fields, times: since + 1 }, message);
}

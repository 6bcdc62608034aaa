import { setTimeout as sleep } from "node:timers/promises";

const DELAYS_MS = [50, 100, 250, 500, 1_000];

/** PostgreSQL will never take this value (class 22, data exception). */
export function isUnstorable(error: unknown): boolean {
  return readCode(error).startsWith("22");
}

/** PostgreSQL is away, restarting or busy, or there was a deadlock: the same write may succeed in a moment. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/^(08|40|53|55P03|57P|57014|ECONN|EPIPE|ETIMEDOUT|ENOENT|EAI_AGAIN)/.test(readCode(error))) return true;
  return /connection|terminated|timeout/i.test(error.message);
}

function readCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Tries until it is written or no longer wanted: the result of a step must not be lost lightly. */
export async function persist<T>(write: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || !isWanted()) throw error;
      await sleep(DELAYS_MS[Math.min(attempt, DELAYS_MS.length - 1)]);
    }
  }
}

import { groupAddress } from "../accounts/sign-in-limit";
import { nowMs } from "../platform/clock";
import {
  BACKEND_RETRY_AFTER_SECONDS,
  CLIENT_FAILURES_PER_ADDRESS,
  CLIENT_FAILURES_PER_CLIENT_AND_ADDRESS,
} from "../platform/limits";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { type Axis, windowOf } from "../usage/burst";
import { burstBackend } from "../usage/limit-burst";
import { OAuthProblem } from "./oauth-error";

/**
 * Failed client authentications, counted by the burst windows that all processes share. Never by client alone: whoever
 * knows a client id could lock its owner out. Whose quota is full waits for the next minute, before any secret is looked at.
 */
interface Blocked {
  window: number;
  keys: Set<string>;
}

function listBlocked(window: number): Set<string> {
  const blocked = shared<Blocked>("oauth-clients-blocked", () => ({ window, keys: new Set() }));
  if (blocked.window !== window) Object.assign(blocked, { window, keys: new Set() });
  return blocked.keys;
}

function listFailureAxes(clientId: string, address: string): Axis[] {
  const group = groupAddress(address);
  const axis = (key: string, limit: number): Axis => ({ scope: "endpoint", subject: "oauth", key, limit });
  return [
    axis(`oauth-client:${group}:${clientId.slice(0, 200)}`, CLIENT_FAILURES_PER_CLIENT_AND_ADDRESS),
    axis(`oauth-address:${group}`, CLIENT_FAILURES_PER_ADDRESS),
  ];
}

export function refuseBlocked(clientId: string, address: string): void {
  const { window, resetSeconds } = windowOf(nowMs());
  const blocked = listBlocked(window);
  if (blocked.size === 0 || !listFailureAxes(clientId, address).some(({ key }) => blocked.has(key))) return;
  throw new OAuthProblem("invalid_client", `Too many failed attempts. Wait ${resetSeconds} s.`, 429, {
    "retry-after": String(resetSeconds),
  });
}

export async function noteFailure(clientId: string, address: string): Promise<void> {
  const { window } = windowOf(nowMs());
  for (const axis of listFailureAxes(clientId, address)) {
    const { allowed, used } = await burstBackend().take([axis], window).catch(refuseUncounted);
    if (!allowed || (used[0] ?? 0) >= axis.limit) listBlocked(window).add(axis.key);
  }
}

/** What cannot be counted is not answered: guesses would be free while the backend is down. */
function refuseUncounted(error: unknown): never {
  log().error({ error }, "the backend of the limits is down");
  throw new OAuthProblem("temporarily_unavailable", "The client cannot be checked at the moment.", 503, {
    "retry-after": String(BACKEND_RETRY_AFTER_SECONDS),
  });
}

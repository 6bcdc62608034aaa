import type { Actor, Caller } from "../access/caller";
import { AppError } from "../platform/errors";
import {
  ACTOR_BURST_PER_MINUTE,
  API_KEY_BURST_PER_MINUTE,
  apiWriteBurstPerMinute,
  BURST_WINDOW_SECONDS,
  limitEntityBurst,
  REFUSED_PER_ACTOR_PER_MINUTE,
  TOOL_CALL_BURST_PER_MINUTE,
} from "../platform/limits";

/** §8: the axes of a burst from narrow to wide. A tie goes to the narrower one. */
export const BURST_SCOPES = ["endpoint", "api_key", "actor", "user", "organization"] as const;
export type BurstScope = (typeof BURST_SCOPES)[number];

export interface Axis {
  scope: BurstScope;
  subject: string;
  key: string;
  limit: number;
}

export interface AxisCount extends Axis {
  left: number;
}

export interface BurstResult {
  /** null: allowed and counted on every axis. Otherwise nothing was counted on any. */
  refused: AxisCount | null;
  tightest: AxisCount;
  axes: readonly AxisCount[];
  resetSeconds: number;
}

export interface BurstBackend {
  take(axes: readonly Axis[], window: number): Promise<{ allowed: boolean; used: readonly number[] }>;
  isReady(): Promise<boolean>;
}

export type BurstGroup = "read" | "write" | "tool";

const GROUP_LIMITS = { read: null, write: apiWriteBurstPerMinute, tool: TOOL_CALL_BURST_PER_MINUTE } as const;

export function listAxes(caller: Caller, group: BurstGroup): Axis[] {
  const { actor, billing, apiKeyId } = caller;
  const axes: Axis[] = [];
  const groupLimit = GROUP_LIMITS[group];
  const actorKey = keyOfActor(actor);
  if (groupLimit !== null) {
    axes.push({ scope: "endpoint", subject: actor.id, key: `${group}:${actorKey}`, limit: groupLimit });
  }
  if (apiKeyId !== null) {
    axes.push({ scope: "api_key", subject: apiKeyId, key: `key:${apiKeyId}`, limit: API_KEY_BURST_PER_MINUTE });
  }
  axes.push({ scope: "actor", subject: actor.id, key: `actor:${actorKey}`, limit: ACTOR_BURST_PER_MINUTE });
  const entityLimit = limitEntityBurst(billing);
  if (entityLimit !== null) {
    const subject = billing.kind === "organization" ? billing.organizationId : billing.userId;
    const scope = billing.kind === "organization" ? "organization" : "user";
    axes.push({ scope, subject, key: `entity:${billing.entityId}`, limit: entityLimit });
  }
  return axes;
}

/** §8: An agent app acts for people of many tenants, so each person has a separate count. */
function keyOfActor(actor: Actor): string {
  return actor.type === "agent" ? `${actor.id}:${actor.userId}` : actor.id;
}

export function windowOf(nowMs: number): { window: number; resetSeconds: number } {
  const lengthMs = BURST_WINDOW_SECONDS * 1000;
  const window = Math.floor(nowMs / lengthMs);
  return { window, resetSeconds: Math.max(1, Math.ceil(((window + 1) * lengthMs - nowMs) / 1000)) };
}

export function describeBurst(
  axes: readonly Axis[],
  used: readonly number[],
  allowed: boolean,
  resetSeconds: number,
): BurstResult {
  const counts = axes.map((axis, index) => ({ left: Math.max(0, axis.limit - (used[index] ?? 0)), ...axis }));
  const [first, ...rest] = counts;
  if (!first) throw new Error("A request needs at least one axis.");
  const tightest = rest.reduce((least, axis) => (axis.left < least.left ? axis : least), first);
  return { refused: allowed ? null : tightest, tightest, axes: counts, resetSeconds };
}

/** Requests refused by scope or access never reach the bursts, so they have a count of their own. */
export function refusedAxis({ actor }: Caller): Axis {
  const key = `refused:${keyOfActor(actor)}`;
  return { scope: "actor", subject: actor.id, key, limit: REFUSED_PER_ACTOR_PER_MINUTE };
}

export function describeRefusal(axis: Axis, resetSeconds: number): BurstResult {
  const count = { left: 0, ...axis };
  return { refused: count, tightest: count, axes: [count], resetSeconds };
}

export function burstExceeded(message: string, scope: BurstScope, retryAfterSeconds: number): AppError {
  return new AppError("rate_limit_exceeded", message, { details: { kind: "burst", scope, retryAfterSeconds } });
}

import { type CheckedPart, checkParts } from "@/lib/front-door/check-parts";
import { backgroundHealth } from "@/lib/platform/background";
import { now } from "@/lib/platform/clock";
import { shared } from "@/lib/platform/shared";

export type PartState = "up" | "degraded" | "down";
export type Part = CheckedPart | "background";

export interface ServiceStatus {
  state: PartState;
  parts: Record<Part, PartState>;
  checkedAt: string;
}

/** Everyone may ask as often as they like: the parts are asked once in this time. */
export const STATUS_MAX_AGE_SECONDS = 10;

export async function readStatus(): Promise<ServiceStatus> {
  const kept = shared<{ untilMs: number; status: Promise<ServiceStatus> | null }>("service-status", () => ({
    untilMs: 0,
    status: null,
  }));
  if (kept.status === null || now().getTime() >= kept.untilMs) {
    kept.untilMs = now().getTime() + STATUS_MAX_AGE_SECONDS * 1000;
    kept.status = checkParts().then((checks) => describeStatus(checks, backgroundHealth().isStandingIn, now()));
  }
  return kept.status;
}

export function describeStatus(
  checks: Readonly<Record<CheckedPart, string>>,
  isStandingIn: boolean,
  checkedAt: Date,
): ServiceStatus {
  const judge = (part: CheckedPart): PartState => (checks[part] === "ok" ? "up" : "down");
  const parts: Record<Part, PartState> = {
    database: judge("database"),
    limitsBackend: judge("limitsBackend"),
    migrations: judge("migrations"),
    background: checks.database === "ok" ? (isStandingIn ? "degraded" : "up") : "down",
  };
  const states = Object.values(parts);
  const state = (["down", "degraded"] as const).find((worst) => states.includes(worst)) ?? "up";
  return { state, parts, checkedAt: checkedAt.toISOString() };
}

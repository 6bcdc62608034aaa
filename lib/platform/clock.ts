import { env } from "./env";

/** All time comes from here, so that sunsets, expiries and month ends can be tried on a running service. */
export function now(): Date {
  return new Date(nowMs());
}

export function nowMs(): number {
  return Date.now() + clockOffsetMs();
}

/** PostgreSQL's clock decides in statements, because the clock of one process may be wrong. */
export function clockOffsetMs(): number {
  return env().SVC_CLOCK_OFFSET_SECONDS * 1000;
}

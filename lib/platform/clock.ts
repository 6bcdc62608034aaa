import { env } from "./env";

/** All time comes from here, so that sunset, expiries and month ends can be tried on a running service. */
export function now(): Date {
  return new Date(nowMs());
}

export function nowMs(): number {
  return Date.now() + clockOffsetMs();
}

/** For statements that go by PostgreSQL's clock, because the clock of one process may be wrong. */
export function clockOffsetMs(): number {
  return env().SVC_CLOCK_OFFSET_SECONDS * 1000;
}

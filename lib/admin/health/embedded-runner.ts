import { backgroundMode } from "../../platform/env";
import { notFound } from "../../platform/errors";

/** Where Inngest runs the functions, retries and cancelling are Inngest's. */
export function hasEmbeddedRunner(): boolean {
  return backgroundMode() === "embedded";
}

const RUN_ID = /^[\w-]{1,64}$/;

/** Refuses a text that is no run's id, and every run where Inngest has them. */
export function requireOwnRun(runId: string): void {
  if (!hasEmbeddedRunner() || !RUN_ID.test(runId)) throw notFound();
}

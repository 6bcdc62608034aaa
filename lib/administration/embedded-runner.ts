import { backgroundMode } from "../platform/env";
import { notFound } from "../platform/errors";

/** Where Inngest runs the functions, retries and cancelling are Inngest's. */
export function hasEmbeddedRunner(): boolean {
  return backgroundMode() === "embedded";
}

export function requireEmbeddedRunner(): void {
  if (!hasEmbeddedRunner()) throw notFound();
}

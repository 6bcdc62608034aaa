import { Inngest } from "inngest";
import { backgroundHealth } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { log } from "../lib/platform/log";
import { embeddedEvents } from "./embedded/event-entry";

const REQUEST_TIMEOUT_MS = 10_000;

const fetchInTime: typeof fetch = (input, init) =>
  globalThis.fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS) });

function isRunHere(): boolean {
  return backgroundMode() === "embedded" || backgroundHealth().isStandingIn;
}

/** A build without an environment may import this, so settings that depend on INNGEST_* are read at use. */
function createClient(isDev: () => boolean, fetch: typeof globalThis.fetch): Inngest {
  return new Inngest({
    id: "svc",
    get isDev() {
      return isDev();
    },
    fetch,
    logger: {
      debug: (...entry: unknown[]) => writeLog("debug", entry),
      info: (...entry: unknown[]) => writeLog("info", entry),
      warn: (...entry: unknown[]) => writeLog("warn", entry),
      error: (...entry: unknown[]) => writeLog("error", entry),
    },
    // There are no AI calls here, and looking for their spans costs each step.
    aiMetadata: false,
  });
}

/** Nothing is signed without Inngest, because only this process's embedded runner can call the functions. */
const isUnsigned = () => backgroundMode() !== "inngest";

export const inngest = createClient(isUnsigned, (input, init) =>
  isRunHere() ? embeddedEvents().fetch(input, init) : fetchInTime(input, init),
);

export const inngestServer = createClient(isUnsigned, fetchInTime);

/** No route leads to the handler that this client serves, so no call is signed. */
export const embeddedClient = createClient(
  () => true,
  (input, init) => embeddedEvents().fetch(input, init),
);

/** The SDK logs an error under `err`; ours belongs under `error`, where secrets are masked. */
function writeLog(level: "debug" | "info" | "warn" | "error", [first, second]: unknown[]): void {
  const { err, ...fields } = typeof first === "object" ? { ...(first as Record<string, unknown>) } : {};
  const message = [first, second].find((part) => typeof part === "string") ?? "inngest";
  log()[level]({ ...fields, ...(err instanceof Error ? { error: err } : {}) }, message);
}

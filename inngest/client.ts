import { Inngest } from "inngest";
import { backgroundHealth } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { log } from "../lib/platform/log";
import { embeddedEvents } from "./embedded/event-door";

/** Longer than Inngest takes for an event, and shorter than its silence goes unnoticed. */
const REQUEST_TIMEOUT_MS = 10_000;

const fetchInTime: typeof fetch = (input, init) =>
  globalThis.fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS) });

/** Events go to the runner in this process: always, or while it stands in for Inngest. */
function isRunHere(): boolean {
  return backgroundMode() === "embedded" || backgroundHealth().isStandingIn;
}

/**
 * Keys and addresses are the INNGEST_* variables, which the SDK reads by itself; a build without an environment may
 * import this, so settings that depend on them are read at use.
 */
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
    // Looks for spans of AI calls; there are none, and it costs each step.
    aiMetadata: false,
  });
}

/** Without Inngest nothing is signed: only the embedded runner can call the functions, in this process. */
const isUnsigned = () => backgroundMode() !== "inngest";

/** The functions' client. */
export const inngest = createClient(isUnsigned, (input, init) =>
  isRunHere() ? embeddedEvents().fetch(input, init) : fetchInTime(input, init),
);

/** Speaks to Inngest itself, also while this process stands in for it. */
export const inngestServer = createClient(isUnsigned, fetchInTime);

/** For the handler that the embedded runner calls. No route leads to it, so no call is signed. */
export const embeddedClient = createClient(
  () => true,
  (input, init) => embeddedEvents().fetch(input, init),
);

/** The SDK logs as pino does, with the error under `err`: ours has it under `error`, where nothing secret passes. */
function writeLog(level: "debug" | "info" | "warn" | "error", [first, second]: unknown[]): void {
  const { err, ...fields } = typeof first === "object" ? { ...(first as Record<string, unknown>) } : {};
  const message = [first, second].find((part) => typeof part === "string") ?? "inngest";
  log()[level]({ ...fields, ...(err instanceof Error ? { error: err } : {}) }, message);
}

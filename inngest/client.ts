import { Inngest } from "inngest";
import { backgroundMode } from "../lib/platform/env";
import { log } from "../lib/platform/log";
import { embeddedEvents } from "./embedded/event-door";
import { keepPromisesUnhooked } from "./without-async-context";

keepPromisesUnhooked();

/**
 * The functions' one client. Keys and addresses are the INNGEST_* variables, which the SDK reads by itself; a build
 * without an environment may import this, so what depends on them is asked for at use.
 */
export const inngest = new Inngest({
  id: "svc",
  // Without Inngest nothing signs: the embedded runner calls the functions in-process, and no one else can.
  get isDev() {
    return backgroundMode() !== "inngest";
  },
  fetch: (input, init) =>
    backgroundMode() === "embedded" ? embeddedEvents().fetch(input, init) : globalThis.fetch(input, init),
  logger: {
    debug: (...entry: unknown[]) => writeLog("debug", entry),
    info: (...entry: unknown[]) => writeLog("info", entry),
    warn: (...entry: unknown[]) => writeLog("warn", entry),
    error: (...entry: unknown[]) => writeLog("error", entry),
  },
  // Looks for spans of AI calls; there are none, and it costs each step.
  aiMetadata: false,
});

/** The SDK logs as pino does, with the error under `err`: ours has it under `error`, where nothing secret passes. */
function writeLog(level: "debug" | "info" | "warn" | "error", [first, second]: unknown[]): void {
  const { err, ...fields } = typeof first === "object" ? { ...(first as Record<string, unknown>) } : {};
  const message = [first, second].find((part) => typeof part === "string") ?? "inngest";
  log()[level]({ ...fields, ...(err instanceof Error ? { error: err } : {}) }, message);
}

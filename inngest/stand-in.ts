import { serve } from "inngest/edge";
import { backgroundHealth, INNGEST_SILENT_MAX_MS } from "../lib/platform/background";
import { now } from "../lib/platform/clock";
import { log } from "../lib/platform/log";
import { claimProbe, PROBE_SENT, readAnsweredAt } from "./answer-probe";
import { embeddedClient, inngestServer } from "./client";
import { embeddedEvents } from "./embedded/event-entry";
import { startRecorder } from "./embedded/recorder";
import { type Runner, startRunner } from "./embedded/runner";
import { registerFunctions } from "./entry";
import { functions } from "./functions";

const CHECK_EVERY_MS = 5_000;
const PROBE_EVERY_MS = 30_000;

export interface StandIn {
  check(): Promise<void>;
  stop(): Promise<void>;
}

export function startEmbeddedRunner(): Promise<Runner> {
  return startRunner({ handler: serve({ client: embeddedClient, functions }), door: embeddedEvents() });
}

export function startEmbeddedRecorder(): Promise<{ stop(): Promise<void> }> {
  return startRecorder({ handler: serve({ client: embeddedClient, functions }), door: embeddedEvents() });
}

/**
 * The process runs the functions while Inngest does not: what must happen is in the database, and doing it twice is
 * harmless.
 */
export function createStandIn(): StandIn {
  const startedAt = now();
  let runner: Runner | null = null;
  let problem: string | null = null;
  let hasRegistered = false;

  async function register(): Promise<void> {
    problem = await registerFunctions();
    if (problem === null) log().info("registered the background functions with Inngest");
    else log().warn({ reason: problem }, "the background functions could not be registered with Inngest");
  }

  async function sendProbe(at: Date, isSilent: boolean): Promise<void> {
    // A server that has lost its memory learns of the functions again.
    if (isSilent) await register();
    await inngestServer.send({ name: PROBE_SENT, data: { askedAt: at.toISOString() } });
  }

  function recordFailure(error: unknown): void {
    problem = error instanceof Error ? error.message : "unknown";
    log().warn({ error }, "Inngest could not be asked to run the background functions");
  }

  async function takeOver(): Promise<void> {
    log().error(
      { reason: problem ?? "It takes events and calls no function: is the app synced, and can Inngest reach it?" },
      "Inngest does not run the background functions; this process runs them until it does",
    );
    runner = await startEmbeddedRunner();
    backgroundHealth().isStandingIn = true;
  }

  async function stepBack(): Promise<void> {
    backgroundHealth().isStandingIn = false;
    const stopping = runner;
    runner = null;
    await stopping?.stop();
  }

  return {
    async check() {
      const at = now();
      if (!hasRegistered) {
        hasRegistered = true;
        void register().catch(recordFailure);
      }
      const answeredAt = (await readAnsweredAt()) ?? startedAt;
      const silentMs = at.getTime() - Math.max(answeredAt.getTime(), startedAt.getTime());
      const isSilent = silentMs > INNGEST_SILENT_MAX_MS;
      if (isSilent && runner === null) await takeOver();
      if (!isSilent && runner !== null) {
        log().info("Inngest runs the background functions again");
        await stepBack();
      }
      // The probe is not awaited, because an Inngest that hangs must not keep us from noticing.
      if (await claimProbe(at, PROBE_EVERY_MS)) void sendProbe(at, isSilent).catch(recordFailure);
    },
    stop: stepBack,
  };
}

export function watchInngest(): { stop(): Promise<void> } {
  const standIn = createStandIn();
  let underWay: Promise<void> | null = null;
  const check = () => {
    underWay ??= standIn
      .check()
      .catch((error: unknown) => log().warn({ error }, "the check of Inngest failed"))
      .finally(() => {
        underWay = null;
      });
  };
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
      await standIn.stop();
    },
  };
}

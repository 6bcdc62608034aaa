import { setTimeout as sleep } from "node:timers/promises";
import type { ActionName } from "../../../lib/agents/connectors/connector";

/** An agent run that a child is to start. */
export interface Order {
  userId: string;
  connectorId: string;
  action: ActionName;
  body: unknown;
}

const say = (word: string) => process.send?.(word);

/** Processes that tests kill, each with one job, which the argument names; started by startKillable. */
const JOBS = {
  /** Archives once, and halts at a step if one is named. */
  async archive() {
    const { archiveOldMonths } = await import("../../../lib/audit/archive/archive-log");
    const halt = process.env["ARCHIVE_HALT"];
    say("ready");
    await archiveOldMonths(async (step) => {
      if (step !== halt) return;
      say(step);
      await new Promise(() => undefined);
    });
    // The test that waits for the step hears that it never came.
    if (halt) process.exit(1);
    say("done");
  },
  async mail() {
    const { WRITERS } = await import("../../../inngest/mail");
    const { drainMails } = await import("../../../lib/mail/drain");
    say("ready");
    await drainMails(WRITERS);
  },
  async notify() {
    const { notifyPeople } = await import("../../../lib/notifications/notify-people");
    say("ready");
    await notifyPeople();
  },
  async endPartitions() {
    const { dropPartitions } = await import("../../../lib/db/partitions");
    const { READINGS } = await import("../scenes/readings");
    say("ready");
    await dropPartitions(READINGS, new Date());
    say("done");
  },
  async sendStreams() {
    const { drainStreams } = await import("../../../lib/audit-log/streams/drain");
    say("ready");
    for (;;) if (await drainStreams()) await sleep(10);
  },
  async sequence() {
    const { appendRows } = await import("../../../lib/audit/proof/append-rows");
    say("ready");
    for (;;) if (await appendRows()) await sleep(1);
  },
  /** Accepts agent runs and works on them. */
  async runAgents() {
    const { serve } = await import("inngest/edge");
    const { inngest } = await import("../../../inngest/client");
    const { embeddedEvents } = await import("../../../inngest/embedded/event-entry");
    const { startRunner } = await import("../../../inngest/embedded/runner");
    const { runAgent, testConnector } = await import("../../../inngest/run-agent");
    const { startRun } = await import("../../../lib/agents/runs/start-run");
    const { connectSignals } = await import("../../../lib/platform/background");
    const handler = serve({ client: inngest, functions: [runAgent, testConnector] });
    await startRunner({ handler, door: embeddedEvents(), leaseMs: 20_000, pollMs: 300 });
    connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
    process.on("message", (orders: Order[]) => {
      const starts = orders.map(({ userId, connectorId, action, body }) => startRun(userId, connectorId, action, body));
      void Promise.all(starts).then(() => say("accepted"));
    });
    say("ready");
  },
  /** A runner whose function notes each step that it takes. */
  async runSteps() {
    const { query } = await import("../../../lib/db/transaction");
    const { integer, statement, text } = await import("../../../lib/db/statement");
    const { createTestApp } = await import("./runner-app");
    const NOTE_STEP = statement({
      name: "note_step",
      params: { n: integer, step: text, before: integer },
      row: { id: integer },
      text: (p) => `INSERT INTO step_notes (n, step, before) VALUES (${p.n}, ${p.step}, ${p.before}) RETURNING id`,
    });
    const define: Parameters<typeof createTestApp>[0] = (client) => [
      client.createFunction({ id: "count", triggers: [{ event: "go" }] }, async ({ event, step }) => {
        const note = (name: string, before: number) =>
          step.run(name, async () => {
            const [row] = await query(NOTE_STEP, { n: Number(event.data["n"]), step: name, before });
            await sleep(20);
            return row?.id ?? 0;
          });
        const a = await note("a", 0);
        const b = await note("b", a);
        await step.sleep("nap", "1s");
        return [a, b, await note("c", b)];
      }),
    ];
    const app = createTestApp(define, "killed");
    await app.start({ lanes: 4, leaseMs: 10_000, pollMs: 300 });
    process.on("message", (numbers: number[]) => {
      const events = numbers.map((n) => ({ id: `killed-${n}`, name: "go", data: { n } }));
      void app.client.send(events).then(() => say("accepted"));
    });
    say("ready");
  },
};
export type Job = keyof typeof JOBS;

process.on("disconnect", () => process.exit());
await JOBS[process.argv[2] as Job]();

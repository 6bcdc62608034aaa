import { RetryAfterError } from "inngest";
import { z } from "zod";
import { executeNextRun, executeTest } from "../lib/agents/runs/execute-run";
import { AGENT_RUN_QUEUED, CONNECTION_TEST_QUEUED } from "../lib/agents/runs/run";
import { abandonRunsOf, abandonTest, sweepRuns } from "../lib/agents/runs/sweep-runs";
import { AGENT_RUN_CLAIM_MS, agentConcurrentRuns } from "../lib/platform/limits";
import { inngest } from "./client";

const Queue = z.object({ billingEntityId: z.string() });
const Test = z.object({ runId: z.string() });
const Failed = z.object({ run_id: z.string(), event: z.object({ data: z.unknown() }) });

export const runAgent = inngest.createFunction(
  {
    id: "run-agent",
    triggers: [{ event: AGENT_RUN_QUEUED }],
    // PostgreSQL decides which runs start (§8). This limit keeps one billing entity from taking all lanes, with room
    // for runs that find it is not their turn.
    concurrency: [{ key: "event.data.billingEntityId", limit: 2 * agentConcurrentRuns }],
    timeouts: { finish: "15m" },
    retries: 4,
    onFailure: async ({ event }) => {
      const { run_id: worker, event: queued } = Failed.parse(event.data);
      await abandonRunsOf(worker, Queue.parse(queued.data).billingEntityId);
    },
  },
  async ({ event, step, runId }) => {
    const { billingEntityId } = Queue.parse(event.data);
    const next = await step.run("run the oldest", async () => {
      const turn = await executeNextRun(billingEntityId, runId);
      return turn instanceof Date ? turn.toISOString() : turn;
    });
    if (next === null) return;
    if (next !== "at once") await step.sleepUntil("until the next turn", next);
    await step.sendEvent("go on", { name: AGENT_RUN_QUEUED, data: { billingEntityId } });
  },
);

/** Someone waits at the screen, so connection tests do not queue behind agent runs. */
export const testConnector = inngest.createFunction(
  {
    id: "test-connector",
    triggers: [{ event: CONNECTION_TEST_QUEUED }],
    concurrency: [{ key: "event.data.billingEntityId", limit: agentConcurrentRuns }],
    timeouts: { start: "1h", finish: "15m" },
    retries: 4,
    onFailure: async ({ event }) => abandonTest(Test.parse(Failed.parse(event.data).event.data).runId),
  },
  async ({ event, step }) => {
    const { runId } = Test.parse(event.data);
    await step.run("execute", async () => {
      if ((await executeTest(runId)) === "over") return;
      throw new RetryAfterError("another process has this run", AGENT_RUN_CLAIM_MS);
    });
  },
);

export const sweepAgentRuns = inngest.createFunction(
  { id: "sweep-agent-runs", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("sweep", sweepRuns);
  },
);

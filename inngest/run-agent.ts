import { RetryAfterError } from "inngest";
import { z } from "zod";
import { executeRun } from "../lib/connectors/execute-run";
import { AGENT_RUN_QUEUED, CONNECTION_TEST_QUEUED, RUN_CANCELLED } from "../lib/connectors/run";
import { giveUpRun, sweepRuns } from "../lib/connectors/sweep-store";
import { AGENT_RUN_CLAIM_MS, agentConcurrentRuns, agentRunsPerMinute } from "../lib/platform/limits";
import { inngest } from "./client";

const Queued = z.object({ runId: z.string() });
/** What `onFailure` is told: the event, one level down. */
const Failed = z.object({ event: z.object({ data: Queued }) });

const perEntity = { key: "event.data.billingEntityId" };
/** Of a run that waits. One that runs hears of it by itself, and ends in order. */
const cancelOn = [{ event: RUN_CANCELLED, match: "data.runId" }];
const timeouts = { start: "1h", finish: "15m" } as const;
const onFailure = async ({ event }: { event: { data: unknown } }): Promise<void> => {
  await giveUpRun(Failed.parse(event.data).event.data.runId);
};

/** The run's row is the truth: a step that is run again finds there what is done, and does the rest. */
async function execute(data: unknown): Promise<null> {
  const { runId } = Queued.parse(data);
  if ((await executeRun(runId)) === "over") return null;
  throw new RetryAfterError("another process has this run", AGENT_RUN_CLAIM_MS);
}

/** §8: agent runs queue in order, so many a minute and so many at once for each billing entity. */
export const runAgent = inngest.createFunction(
  {
    id: "run-agent",
    triggers: [{ event: AGENT_RUN_QUEUED }],
    throttle: { ...perEntity, limit: agentRunsPerMinute, period: "1m" },
    concurrency: [{ ...perEntity, limit: agentConcurrentRuns }],
    cancelOn,
    timeouts,
    retries: 4,
    onFailure,
  },
  async ({ event, step }) => {
    await step.run("execute", () => execute(event.data));
  },
);

/** No agent runs, and somebody looks at the screen: it does not wait for those that do. */
export const testConnector = inngest.createFunction(
  {
    id: "test-connector",
    triggers: [{ event: CONNECTION_TEST_QUEUED }],
    concurrency: [{ ...perEntity, limit: agentConcurrentRuns }],
    cancelOn,
    timeouts,
    retries: 4,
    onFailure,
  },
  async ({ event, step }) => {
    await step.run("execute", () => execute(event.data));
  },
);

/** Each minute: what nobody was woken for, and what a crash left. */
export const sweepAgentRuns = inngest.createFunction(
  { id: "sweep-agent-runs", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("sweep", sweepRuns);
  },
);

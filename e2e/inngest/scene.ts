import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase } from "../../lib/db/pool";
import { connectSignals } from "../../lib/platform/background";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import type { TestDatabase } from "../support/scenes/database";
import { useOpened } from "../support/scenes/opened";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { resetShared } from "../support/scenes/shared-state";
import type { WebhookScene } from "../support/scenes/webhook-scene";
import { hear, keepOutput, kill, makeChildEnv } from "../support/servers/child-process";
import { EVENT_KEY, SIGNING_KEY, startInngestServer } from "../support/servers/inngest-server";
import { startReceiver } from "../support/servers/receiver";
import { TEST_ENV } from "../support/test-env.mjs";

export interface InngestApp {
  readonly baseUrl: string;
  readLog(): string;
  isStandingIn(): Promise<boolean>;
  kill(): Promise<unknown>;
}

/**
 * A real Inngest server, a database, a receiver, and processes of the service beside this one. Commits of this process
 * wake Inngest, as those of the service do, but the functions run in the other processes.
 */
export function useInngest() {
  const database = useScratchDatabase();
  const server = useOpened(startInngestServer, (server) => server.remove());
  const receiver = useOpened(startReceiver, (receiver) => receiver.close());
  const children = new Set<ChildProcess>();

  beforeAll(() => {
    Object.assign(process.env, { DATABASE_URL: database.url });
    resetShared();
    connectSignals((signals) =>
      fetch(`${server().url}/e/${EVENT_KEY}`, { method: "POST", body: JSON.stringify(signals) }),
    );
  });
  afterAll(async () => {
    connectSignals(() => Promise.resolve());
    await Promise.all([...children].map((child) => kill(child)));
    await closeDatabase();
  });

  async function startApp(variables: Record<string, string> = {}): Promise<InngestApp> {
    const port = String(await findFreePort());
    const baseUrl = `http://127.0.0.1:${port}`;
    const env = makeChildEnv({
      ...TEST_ENV,
      NODE_ENV: "production",
      SVC_LOG_LEVEL: "info",
      DATABASE_URL: database.url,
      PORT: port,
      SVC_BASE_URL: baseUrl,
      INNGEST_EVENT_KEY: EVENT_KEY,
      INNGEST_SIGNING_KEY: SIGNING_KEY,
      INNGEST_BASE_URL: server().url,
      ...variables,
    });
    const file = fileURLToPath(new URL("./app.ts", import.meta.url));
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const child = spawn(process.execPath, ["--import", "tsx", file], { env, stdio: [...stdio] });
    children.add(child);
    const readLog = keepOutput(child);
    await hear(child, "ready");
    return {
      baseUrl,
      readLog,
      isStandingIn: async () =>
        ((await (await fetch(`${baseUrl}/health`)).json()) as { isStandingIn: boolean }).isStandingIn,
      kill: () => kill(child),
    };
  }

  return { database, server, receiver, startApp };
}

/** A delivery without a wake-up: only a sweep finds it. */
export async function queueUnwoken(
  database: TestDatabase,
  scene: WebhookScene,
  webhookId: string,
  dueAt: Date,
): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
       VALUES ($5, 'message.created', $1, 'message', 'msg_1', now()) RETURNING *)
     INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       state, next_attempt_at, created_at)
     SELECT gen_random_uuid(), $2, id, type, created_at, object_type, object_id, $3, 'PENDING', $4, now() FROM made`,
    [scene.roomId, webhookId, scene.billingEntityId, dueAt, `evt_${webhookId}`],
  );
}

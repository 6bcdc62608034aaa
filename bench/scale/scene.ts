import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openSession } from "../../e2e/support/browser/oauth-flow";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { migrate } from "../../scripts/database/migrate.mjs";
import { createDays } from "../history-days";
import { fillScale } from "./fill";
import { type Arrangement, type Processes, startProcesses } from "./processes";
import type { ReceiverUrls } from "./receivers";
import { emailOf, NOISY, PASSWORD, type Size } from "./size";

/** A filled database and the built service on it, as users start it. */
export interface Scene {
  size: Size;
  processes: Processes;
  cookie: string;
  client: pg.Client;
  filledSeconds: number;
  gigabytes: number;
  stop(): Promise<void>;
}

const SECRETS = {
  SVC_SESSION_SECRET: "s".repeat(43),
  SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=`,
  SVC_AUDIT_LOG_KEY: `k1:${"A".repeat(43)}=`,
};

/** Work that only a database has which was filled in one go. */
async function waitUntilSigned(client: pg.Client): Promise<void> {
  const rest = "SELECT count(*)::int - (SELECT count(*)::int FROM audit_leaves) AS unsigned FROM audit_log";
  const isBehind = async () => ((await client.query<{ unsigned: number }>(rest)).rows[0]?.unsigned ?? 0) > 0;
  while (await isBehind()) await sleep(500);
}

/** `lib` writes partitions and secrets into the first scene's database: its pool belongs to one. */
export async function openScene(
  databaseUrl: string,
  size: Size,
  receivers: ReceiverUrls,
  arrangement: Arrangement,
): Promise<Scene> {
  const port = await findFreePort();
  const base = `http://localhost:${port}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const startedMs = performance.now();
  await migrate(databaseUrl);
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  Object.assign(process.env, { DATABASE_URL: databaseUrl, SVC_LOG_LEVEL: "warn", ...SECRETS });
  if (size.history > 0) await createDays(2);
  await fillScale(client, size, receivers, base);
  const filledSeconds = (performance.now() - startedMs) / 1000;
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_database_size(current_database()) AS bytes");
  const processes = await startProcesses(arrangement, port, {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    SVC_BASE_URL: base,
    SVC_DEMO: "false",
    SVC_LOG_LEVEL: "error",
    SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1",
  });
  await waitUntilSigned(client);
  const cookie = await openSession(processes.pages, { email: emailOf(NOISY), password: PASSWORD });
  return {
    size,
    processes,
    cookie,
    client,
    filledSeconds,
    gigabytes: Number(rows[0]?.bytes) / 2 ** 30,
    stop: async () => {
      await processes.stop();
      await client.end();
    },
  };
}

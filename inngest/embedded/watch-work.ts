import pg from "pg";
import { query } from "../../lib/platform/db";
import { env } from "../../lib/platform/env";
import { log } from "../../lib/platform/log";
import { LISTEN, NOTIFY } from "./claims.sql";

const BACKOFF_MS = [100, 250, 500, 1_000, 2_000];

/** Tells the other processes that there is more to do than this one can take. */
export async function wakeOthers(): Promise<void> {
  await query(NOTIFY, []);
}

/** A connection of its own, since those of the pool come and go. It only makes things sooner: a slow poll finds the rest. */
export function listenForWork(onWork: () => void) {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true });
    client = opened;
    opened.on("notification", onWork);
    opened.on("error", () => undefined);
    opened.once("end", () => retry());
    await opened.connect();
    await opened.query(LISTEN);
    failures = 0;
    // Notifications sent before LISTEN are lost.
    onWork();
  }

  function retry(): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void open();
      },
      BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)],
    );
    failures += 1;
  }

  async function open(): Promise<void> {
    try {
      await connect();
    } catch (error) {
      if (failures === 1) log().warn({ error }, "the runner cannot listen to the database; it polls until it can");
      await client?.end().catch(() => undefined);
      retry();
    }
  }

  void open();
  return {
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

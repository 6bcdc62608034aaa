import pg from "pg";
import { directDatabaseUrl, env } from "../platform/env";
import { log } from "../platform/log";
import { NOTIFY_CHANNEL } from "./channel.sql";
import { query } from "./transaction";

const BACKOFF_MS = [100, 250, 500, 1_000, 2_000];
export const CHANNEL_MESSAGE_MAX_BYTES = 7_900;

export async function publish(channel: string, message = ""): Promise<void> {
  await query(NOTIFY_CHANNEL, { channel, message });
}

interface Subscription {
  onMessage: (message: string) => void;
  onOpen?: () => void;
}

/**
 * The connection is its own, since those of the pool come and go. A message only makes work happen sooner: a poll finds
 * the rest.
 */
export function subscribeChannel(channel: string, { onMessage, onOpen }: Subscription) {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;

  /** A newer version beside this one may send what this one cannot read. An error thrown here would end the process. */
  function deliver(message: string): void {
    try {
      onMessage(message);
    } catch (error) {
      log().warn({ error, channel }, "a message of another process could not be read");
    }
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: directDatabaseUrl(),
      keepAlive: true,
      connectionTimeoutMillis: env().DATABASE_POOL_WAIT_MS,
    });
    client = opened;
    opened.on("notification", ({ payload }) => deliver(payload ?? ""));
    opened.on("error", () => undefined);
    opened.once("end", () => retry());
    await opened.connect();
    await opened.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    failures = 0;
    onOpen?.();
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
      if (failures === 1) log().warn({ error, channel }, "the database cannot be listened to; a poll finds the work");
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

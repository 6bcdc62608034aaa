import type { Socket } from "node:net";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { isDatabaseAway } from "./database-away";

const SILENT_MS = 5_000;
const POLL_EVERY_MS = 1_000;
/** PgBouncer says this while it cannot reach PostgreSQL, and holds what waits for up to two minutes. */
const POOLER_IS_CUT_OFF = /server login has been failing/;

export interface WatchOptions {
  patienceMs: number;
  silentMs?: number;
  pollEveryMs?: number;
}

type Connected = Parameters<Pool["connect"]>[0];
type Done = Parameters<Connected>[2];

/**
 * pg waits as long as its connection is open, and one behind a cut network stays open for hours. So while a connection
 * in use is silent, another one probes PostgreSQL. No class, since both module graphs use it.
 */
export function createWatchedPool(settings: PoolConfig, options: WatchOptions): Pool {
  const { patienceMs, silentMs = SILENT_MS, pollEveryMs = POLL_EVERY_MS } = options;
  const pool = new Pool(settings);
  const silence = watchSilence(pool, silentMs);
  let isAway = false;
  let isProbing = false;
  let respondedMs = Number.NEGATIVE_INFINITY;

  async function poll(): Promise<void> {
    const isDoubtful = performance.now() - respondedMs >= silentMs && silence.list().length > 0;
    if (isProbing || !(isAway || isDoubtful)) return;
    isProbing = true;
    const responds = await probe(settings, patienceMs);
    isProbing = false;
    if (responds) {
      respondedMs = performance.now();
      if (isAway) log().warn("the database responds again");
    } else endSilent();
    isAway = !responds;
  }

  function endSilent(): void {
    const ended = silence.list();
    for (const { connection } of ended) connection.stream.destroy(createSilentError());
    if (isAway && ended.length === 0) return;
    log().error({ connections: ended.length }, "the database does not respond; its silent connections were ended");
  }

  const timer = setInterval(() => void poll(), pollEveryMs).unref();
  refuseWhile(pool, () => isAway);
  return stopWith(pool, () => clearInterval(timer));
}

function watchSilence(pool: Pool, silentMs: number) {
  const used = new Map<PoolClient, { bytesRead: number; sinceMs: number }>();
  pool.on("acquire", (client) => used.set(client, { bytesRead: -1, sinceMs: performance.now() }));
  pool.on("release", (_error, client) => used.delete(client));
  pool.on("remove", (client) => used.delete(client));
  return {
    list(): PoolClient[] {
      const nowMs = performance.now();
      const found: PoolClient[] = [];
      for (const [client, last] of used) {
        const { bytesRead } = client.connection.stream as Socket;
        if (bytesRead !== last.bytesRead) used.set(client, { bytesRead, sinceMs: nowMs });
        else if (nowMs - last.sinceMs >= silentMs) found.push(client);
      }
      return found;
    },
  };
}

function refuseWhile(pool: Pool, isAway: () => boolean): void {
  const connectFor = (callback: Connected): void => {
    if (isAway()) {
      count("svc_database_refusals_total", { reason: "silent" });
      process.nextTick(callback, createSilentError(), undefined, (() => undefined) satisfies Done);
      return;
    }
    Pool.prototype.connect.call(pool, (error, client, done) => {
      if (error) count("svc_database_refusals_total", { reason: nameReason(error) });
      callback(error, client, done);
    });
  };
  const watched = (callback?: Connected): Promise<PoolClient> | undefined => {
    if (callback) {
      connectFor(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      connectFor((error, client) => {
        if (client) resolve(client);
        else reject(error ?? createSilentError());
      });
    });
  };
  Object.assign(pool, { connect: watched });
}

function stopWith(pool: Pool, stop: () => void): Pool {
  const end = pool.end.bind(pool);
  const ended = (): Promise<void> => {
    stop();
    return end();
  };
  return Object.assign(pool, { end: ended });
}

/** A refusal in PostgreSQL's own words is a response: statements under way may still end. */
async function probe(settings: PoolConfig, patienceMs: number): Promise<boolean> {
  const client = new Client({ ...settings, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    client.connection.stream.destroy();
    return error instanceof Error && "severity" in error && !POOLER_IS_CUT_OFF.test(error.message);
  }
}

const createSilentError = () => new Error("PostgreSQL did not respond in time");

function nameReason(error: Error): "busy" | "unreachable" | "other" {
  if (error.message.startsWith("timeout exceeded")) return "busy";
  return isDatabaseAway(error) ? "unreachable" : "other";
}

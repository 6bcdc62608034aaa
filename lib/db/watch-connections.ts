import type { Socket } from "node:net";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { log } from "../platform/log";
import { count } from "../platform/meters";
import { isDatabaseAway } from "./database-away";

/** A connection that has received nothing for this long while it is in use may be cut off, or its statement is slow. */
const SILENT_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** PgBouncer's words while it cannot reach PostgreSQL. It keeps what waits already, for up to two minutes. */
const POOLER_IN_VAIN = /server login has been failing/;

export interface WatchOptions {
  /** How long PostgreSQL may take to let a new connection in and respond on it. */
  patienceMs: number;
  silentMs?: number;
  lookEveryMs?: number;
}

type Connected = Parameters<Pool["connect"]>[0];
type Done = Parameters<Connected>[2];

/**
 * A pool that does not wait for a PostgreSQL that has become silent. pg waits for a response for as long as the connection
 * is open, and one behind a cut network or a stopped host stays open for hours. So while a connection in use is silent,
 * another one asks whether PostgreSQL responds at all. If not, silent connections are ended with an error, and callers are
 * refused at once until it responds again. No class: both module graphs use it.
 */
export function createWatchedPool(settings: PoolConfig, options: WatchOptions): Pool {
  const { patienceMs, silentMs = SILENT_MS, lookEveryMs = LOOK_EVERY_MS } = options;
  const pool = new Pool(settings);
  const silence = watchSilence(pool, silentMs);
  let isAway = false;
  let isAsking = false;
  let respondedMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const isDoubtful = performance.now() - respondedMs >= silentMs && silence.list().length > 0;
    if (isAsking || !(isAway || isDoubtful)) return;
    isAsking = true;
    const responds = await asks(settings, patienceMs);
    isAsking = false;
    if (responds) {
      respondedMs = performance.now();
      if (isAway) log().warn("the database responds again");
    } else endSilent();
    isAway = !responds;
  }

  function endSilent(): void {
    const ended = silence.list();
    for (const { connection } of ended) connection.stream.destroy(silent());
    if (isAway && ended.length === 0) return;
    log().error({ connections: ended.length }, "the database does not respond; its silent connections were ended");
  }

  const timer = setInterval(() => void look(), lookEveryMs).unref();
  refuseWhile(pool, () => isAway);
  return stopWith(pool, () => clearInterval(timer));
}

/** The connections in use that have received nothing for a while. */
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

/** Callers with a promise and those with a callback, pg's own `query` among them. */
function refuseWhile(pool: Pool, isAway: () => boolean): void {
  const connectFor = (callback: Connected): void => {
    if (isAway()) {
      count("svc_database_refusals_total", { reason: "silent" });
      process.nextTick(callback, silent(), undefined, (() => undefined) satisfies Done);
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
        else reject(error ?? silent());
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

/** A refusal in PostgreSQL's own words is a response, too: it is there, and statements under way may still end. */
async function asks(settings: PoolConfig, patienceMs: number): Promise<boolean> {
  const client = new Client({ ...settings, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    client.connection.stream.destroy();
    return error instanceof Error && "severity" in error && !POOLER_IN_VAIN.test(error.message);
  }
}

const silent = () => new Error("PostgreSQL did not respond in time");

function nameReason(error: Error): "busy" | "unreachable" | "other" {
  if (error.message.startsWith("timeout exceeded")) return "busy";
  return isDatabaseAway(error) ? "unreachable" : "other";
}

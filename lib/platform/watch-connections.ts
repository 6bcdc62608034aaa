import type { Socket } from "node:net";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { isDatabaseAway } from "./database-away";
import { log } from "./log";
import { count } from "./meters";

/** A connection that has received nothing for this long while it is in use may be cut off, or its statement is slow. */
const SILENT_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

export interface WatchOptions {
  /** How long PostgreSQL may take to let a new connection in and respond on it. */
  patienceMs: number;
  silentMs?: number;
  lookEveryMs?: number;
}

interface Silence {
  bytesRead: number;
  sinceMs: number;
}

/**
 * A pool that does not wait for a PostgreSQL that has become silent. pg waits for a response for as long as the connection
 * is open, and one behind a cut network or a stopped host stays open for hours. So while a connection in use is silent,
 * another one asks whether PostgreSQL responds at all. If not, silent connections are ended with an error, and callers are refused
 * at once until it responds again.
 */
export class WatchedPool extends Pool {
  readonly #used = new Map<PoolClient, Silence>();
  readonly #settings: PoolConfig;
  readonly #watch: Required<WatchOptions>;
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isAsking = false;
  #respondedMs = Number.NEGATIVE_INFINITY;

  constructor(settings: PoolConfig, { patienceMs, silentMs = SILENT_MS, lookEveryMs = LOOK_EVERY_MS }: WatchOptions) {
    super(settings);
    this.#settings = settings;
    this.#watch = { patienceMs, silentMs, lookEveryMs };
    this.on("acquire", (client) => this.#used.set(client, { bytesRead: -1, sinceMs: performance.now() }));
    this.on("release", (_error, client) => this.#used.delete(client));
    this.on("remove", (client) => this.#used.delete(client));
    this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      this.#connectFor(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#connectFor((error, client) => {
        if (client) resolve(client);
        else reject(error ?? silent());
      });
    });
  }

  #connectFor(callback: Connected): void {
    if (this.#isAway) {
      count("svc_database_refusals_total", { reason: "silent" });
      process.nextTick(callback, silent(), undefined, () => undefined);
      return;
    }
    super.connect((error, client, done) => {
      if (error) count("svc_database_refusals_total", { reason: nameReason(error) });
      callback(error, client, done);
    });
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearInterval(this.#timer);
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    const isDoubtful = this.#listSilent().length > 0 && performance.now() - this.#respondedMs >= this.#watch.silentMs;
    if (!this.#isAway && !isDoubtful) return;
    this.#isAsking = true;
    const responds = await this.#asks();
    this.#isAsking = false;
    if (responds) this.#respondedMs = performance.now();
    if (responds && this.#isAway) log().warn("the database responds again");
    if (!responds) {
      const ended = this.#listSilent();
      for (const { connection } of ended) connection.stream.destroy(silent());
      if (!this.#isAway || ended.length > 0)
        log().error({ connections: ended.length }, "the database does not respond; its silent connections were ended");
    }
    this.#isAway = !responds;
  }

  #listSilent(): PoolClient[] {
    const nowMs = performance.now();
    const found: PoolClient[] = [];
    for (const [client, silence] of this.#used) {
      const { bytesRead } = client.connection.stream as Socket;
      if (bytesRead !== silence.bytesRead) this.#used.set(client, { bytesRead, sinceMs: nowMs });
      else if (nowMs - silence.sinceMs >= this.#watch.silentMs) found.push(client);
    }
    return found;
  }

  /** A refusal in words of its own is a response, too: it is there, and statements under way may still end. */
  async #asks(): Promise<boolean> {
    const { patienceMs } = this.#watch;
    const client = new Client({ ...this.#settings, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
      void client.end().catch(() => undefined);
      return true;
    } catch (error) {
      client.connection.stream.destroy();
      return error instanceof Error && "severity" in error;
    }
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

const silent = () => new Error("PostgreSQL did not respond in time");

function nameReason(error: unknown): "busy" | "unreachable" | "other" {
  if (error instanceof Error && error.message.startsWith("timeout exceeded")) return "busy";
  return isDatabaseAway(error) ? "unreachable" : "other";
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { hashPassword } from "../../lib/accounts/sign-in/password";
import { type Cluster, openCluster } from "../../scripts/database/cluster.mjs";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { migrate } from "../../scripts/database/migrate.mjs";
import { openSession } from "../support/browser/oauth-flow";
import { createConnectorScene } from "../support/scenes/connector-scene";
import { createReceivingRoom } from "../support/scenes/receiving-room";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { type Gateway, startGateway } from "../support/servers/gateway";
import { type InngestServer, startInngestServer } from "../support/servers/inngest-server";
import { type Pgbouncer, startPgbouncer } from "../support/servers/pgbouncer";
import { type Receiver, startReceiver } from "../support/servers/receiver";
import { useTestRedis } from "../support/servers/redis";
import { type S3Server, startS3Server } from "../support/servers/s3-server";
import { type RoleProcess, useServerCommands } from "../support/servers/server-command";
import { startTcpProxy, type TcpProxy } from "../support/servers/tcp-proxy";
import { inviteOnlooker, type Onlooker } from "./onlooker";
import { makeOwnDisk, type OwnDisk } from "./own-disk";
import type { Person, TrafficOptions } from "./traffic";

const PEOPLE = 30;
const PASSWORD = "a passphrase for chaos";
const CLOCK = new URL("./clock-jump.mjs", import.meta.url).href;

export type Variables = Readonly<Record<string, string>>;

/** A web process and a worker on a durable PostgreSQL, with Redis and an S3 store, each behind a proxy of its own; behind PgBouncer, where PGBOUNCER_BIN names one. */
export interface Scene {
  readonly web: RoleProcess;
  readonly worker: RoleProcess;
  /** A second one of each, where the fault wants them. */
  readonly twins: readonly RoleProcess[];
  readonly disk: OwnDisk | string;
  /** Behind its proxy. A text: the reason why there is none. */
  readonly inngest: InngestServer | string;
  /** Past the proxy: for the checks. */
  readonly database: ConnectedDatabase;
  readonly receiver: Receiver;
  /** Past the proxy. */
  readonly s3: S3Server;
  readonly directory: string;
  readonly people: readonly Person[];
  readonly onlooker: Onlooker;
  readonly proxies: Readonly<Record<"postgres" | "redis" | "s3" | "inngest", TcpProxy>>;
  readonly traffic: Omit<TrafficOptions, "name">;
  /** All processes run with these settings beside the usual ones from here on. */
  open(variables: Variables, options?: { hasTwins?: boolean }): Promise<void>;
  /** SIGKILL to the postmaster. As with `npm start`, it is started again when it is gone. */
  killPostgres(): void;
}

export function useScene({ needsDisk = false }: { needsDisk?: boolean } = {}): Scene {
  const commands = useServerCommands();
  const redis = useTestRedis();
  const directory = mkdtempSync(join(tmpdir(), "svc-chaos-"));
  const disk = needsDisk ? makeOwnDisk(directory) : "it is not needed";
  const postgresDirectory = join(typeof disk === "string" ? directory : disk.directory, "postgres");
  const over = new AbortController();
  const made: Partial<{
    cluster: Cluster;
    supervising: Promise<void>;
    database: ConnectedDatabase;
    receiver: Receiver;
    gateway: Gateway;
    s3: S3Server;
    people: Person[];
    onlooker: Onlooker;
    pgbouncer: Pgbouncer;
    inngest: InngestServer;
    proxies: Scene["proxies"];
    web: RoleProcess;
    worker: RoleProcess;
    twins: RoleProcess[];
    traffic: Scene["traffic"];
    opened: string;
  }> = {};
  const get = <Name extends keyof typeof made>(name: Name): NonNullable<(typeof made)[Name]> => {
    const value = made[name];
    if (value === undefined) throw new Error(`${name} is there once the tests run.`);
    return value;
  };

  async function supervise(cluster: Cluster): Promise<void> {
    while (!over.signal.aborted) {
      if (!cluster.isAlive()) await cluster.restart().catch(() => undefined);
      await sleep(250, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  function listVariables(): Variables {
    const { postgres, redis: redisProxy, s3 } = get("proxies");
    const url = new URL(get("cluster").buildUrl("postgres"));
    url.host = `127.0.0.1:${postgres.port}`;
    url.search = "";
    const { pgbouncer } = made;
    return {
      ...(pgbouncer ? { DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: url.href } : { DATABASE_URL: url.href }),
      DATABASE_POOL_WAIT_MS: "5000",
      UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${redisProxy.port}`,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      ...get("s3").variables,
      SVC_FILES_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
      NODE_OPTIONS: `--import=${CLOCK}`,
    };
  }

  const killAll = async (signal: NodeJS.Signals): Promise<void> => {
    const roles = [made.web, made.worker, ...(made.twins ?? [])].filter((role) => role !== undefined);
    await Promise.all(roles.map((role) => role.kill(signal)));
  };

  /** Inngest calls the functions at the address that a worker has by its own settings. */
  async function serveWorker(env: Variables): Promise<RoleProcess> {
    const port = String(await findFreePort());
    return commands.serve("worker", { ...env, PORT: port, SVC_BASE_URL: `http://127.0.0.1:${port}` });
  }

  async function open(variables: Variables, { hasTwins = false } = {}): Promise<void> {
    const wanted = JSON.stringify([variables, hasTwins]);
    if (made.opened === wanted) return;
    await killAll("SIGTERM");
    const env = { ...listVariables(), ...variables };
    made.web = await commands.serve("web", env);
    made.worker = await serveWorker(env);
    made.twins = hasTwins ? [await commands.serve("web", env), await serveWorker(env)] : [];
    made.opened = wanted;
    const [twin] = made.twins;
    const baseUrls = [made.web.baseUrl, ...(twin ? [twin.baseUrl] : [])];
    made.traffic = { ...get("traffic"), baseUrls };
  }

  async function invite(): Promise<void> {
    const database = get("database");
    const url = `${get("receiver").url}/200`;
    made.people = await Promise.all(Array.from({ length: PEOPLE }, () => createReceivingRoom(database, url)));
    made.onlooker = await inviteOnlooker(database, url);
    const scene = await createConnectorScene(database, get("gateway"));
    const connectorId = await scene.connector();
    // A clock that jumps must not end what callers hold.
    for (const table of ["oauth_access_tokens", "oauth_grants"])
      await database.query(`UPDATE ${table} SET expires_at = now() + interval '2 days'`);
    const [member] = await database.query<{ email: string }>(
      "UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email",
      [scene.memberId, await hashPassword(PASSWORD)],
    );
    made.traffic = {
      baseUrls: [],
      people: made.people,
      cookie: "",
      pages: ["/settings/developer", `/rooms/${scene.roomId}`, "/docs", "/login"],
      agent: {
        path: `/api/connectors/${connectorId}/actions/reply-to-room`,
        body: { roomId: scene.roomId, instruction: "Say hello" },
      },
    };
    await open({});
    const cookie = await openSession(get("web").baseUrl, { email: member?.email ?? "", password: PASSWORD });
    made.traffic = { ...get("traffic"), cookie };
  }

  beforeAll(async () => {
    const cluster = await openCluster({ directory: postgresDirectory, logFile: join(directory, "postgres.log") });
    made.cluster = cluster;
    await migrate(cluster.buildUrl("postgres"));
    made.database = connectDatabase(cluster.buildUrl("postgres"));
    made.supervising = supervise(cluster);
    [made.receiver, made.gateway, made.s3] = await Promise.all([startReceiver(), startGateway(), startS3Server()]);
    const portOf = (url: string) => Number(new URL(url).port);
    const s3Port = portOf(made.s3.variables["SVC_FILES_S3_ENDPOINT"] ?? "");
    if (process.env["INNGEST_BIN"]) made.inngest = await startInngestServer();
    const inngestPort = made.inngest ? portOf(made.inngest.url) : s3Port;
    const [postgres, redisProxy, s3, inngest] = await Promise.all([
      startTcpProxy(() => portOf(cluster.buildUrl("postgres"))),
      startTcpProxy(() => portOf(redis.url)),
      startTcpProxy(() => s3Port),
      startTcpProxy(() => inngestPort),
    ]);
    made.proxies = { postgres, redis: redisProxy, s3, inngest };
    if (process.env["PGBOUNCER_BIN"])
      made.pgbouncer = await startPgbouncer(cluster.buildUrl("postgres"), { port: postgres.port });
    await invite();
  });

  afterAll(async () => {
    over.abort();
    await made.onlooker?.leave();
    await made.supervising;
    await killAll("SIGKILL");
    await Promise.all([made.pgbouncer?.remove(), made.inngest?.remove()]);
    await Promise.all(Object.values(made.proxies ?? {}).map((proxy) => proxy.close()));
    await Promise.all([made.receiver?.close(), made.gateway?.close(), made.s3?.close()]);
    await made.database?.close();
    await made.cluster?.stop();
    if (typeof disk !== "string") disk.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    get web() {
      return get("web");
    },
    get worker() {
      return get("worker");
    },
    get twins() {
      return get("twins");
    },
    disk,
    get inngest() {
      return made.inngest ?? "INNGEST_BIN names no server";
    },
    get database() {
      return get("database");
    },
    get s3() {
      return get("s3");
    },
    directory,
    get receiver() {
      return get("receiver");
    },
    get onlooker() {
      return get("onlooker");
    },
    get people() {
      return get("people");
    },
    get proxies() {
      return get("proxies");
    },
    get traffic() {
      return get("traffic");
    },
    open,
    killPostgres() {
      const [pid] = readFileSync(join(postgresDirectory, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
  };
}

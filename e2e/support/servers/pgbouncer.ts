import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { keepOutput, kill, untilReady } from "./child-process";

/** Far fewer than its clients hold, so that transactions change connections. */
const SERVERS = 12;
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/**
 * A real PgBouncer in transaction mode, from the program that PGBOUNCER_BIN names. docs/operating.md shows the same
 * settings. `port`: where PostgreSQL listens, if it is not the one of the URL.
 */
export async function startPgbouncer(databaseUrl: string, { port }: { port?: number } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "svc-pgbouncer-"));
  const target = new URL(databaseUrl);
  const listenPort = await findFreePort();
  const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const write = (name: string, text: string): string => {
    const file = join(directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (asOther.uid !== undefined) chownSync(file, asOther.uid, asOther.gid);
    return file;
  };
  chmodSync(directory, 0o755);
  const users = write("userlist.txt", `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: listenPort,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    admin_users: target.username,
    pool_mode: "transaction",
    default_pool_size: SERVERS,
    max_client_conn: 500,
    max_prepared_statements: 500,
    server_login_retry: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = ["[databases]", `* = host=127.0.0.1 port=${port ?? target.port}`];
  const file = write("pgbouncer.ini", `${[...databases, "[pgbouncer]", ...lines].join("\n")}\n`);

  let child: ChildProcess | undefined;
  let readLog = () => "";
  const buildUrl = (database: string) => {
    const url = new URL(target);
    Object.assign(url, { host: `127.0.0.1:${listenPort}`, pathname: `/${database}`, search: "" });
    return url.href;
  };
  const pgbouncer = {
    url: buildUrl(target.pathname.slice(1)),
    /** A command of its console, as RECONNECT or SHOW POOLS. */
    async tell<Row extends pg.QueryResultRow>(command: string): Promise<Row[]> {
      const client = new pg.Client({ connectionString: buildUrl("pgbouncer") });
      await client.connect();
      try {
        return (await client.query<Row>(command)).rows;
      } finally {
        await client.end();
      }
    },
    readLog: () => readLog(),
    kill: () => kill(child),
    async start(): Promise<void> {
      child = spawn(process.env["PGBOUNCER_BIN"] ?? "", [file], { stdio: ["ignore", "pipe", "pipe"], ...asOther });
      readLog = keepOutput(child);
      await untilReady(child, readLog, async () => (await pgbouncer.tell("SHOW VERSION")).length > 0);
    },
    async remove(): Promise<void> {
      await pgbouncer.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await pgbouncer.start();
  return pgbouncer;
}
export type Pgbouncer = Awaited<ReturnType<typeof startPgbouncer>>;

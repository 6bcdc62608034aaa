import { type CustomTypesConfig, type Pool, type PoolClient, types } from "pg";
import { env, isPooled } from "../platform/env";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { traceStatements } from "./trace-statements";
import { createWatchedPool } from "./watch-connections";

const SETTINGS = {
  TimeZone: "UTC",
  statement_timeout: "30s",
  lock_timeout: "10s",
  // Named statements are planned once a connection, not once for each set of values.
  plan_cache_mode: "force_generic_plan",
  random_page_cost: "1.1",
  jit: "off",
};

/** Behind a pooler, first plans cannot be kept to indexes (`run` of db.ts): so that none goes wrong for good, values are planned for. */
export const POOLED_SETTINGS: Readonly<Record<string, string>> = { ...SETTINGS, plan_cache_mode: "auto" };

// pg names the types of single values only.
const TEXT_ARRAY: number = 1009;

/** Our tables know instants only (timestamptz), so a timestamp without a zone is one that `isoText` has asked for. */
const PARSERS: CustomTypesConfig = {
  getTypeParser(oid, format) {
    const type: number = oid;
    if (type === types.builtins.TIMESTAMP) return writeIsoText;
    return type === TEXT_ARRAY ? readTextArray : types.getTypeParser(oid, format);
  },
};

const parseArray: (text: string) => unknown = types.getTypeParser(TEXT_ARRAY, "text");

const knownLists = new Map<string, readonly string[]>();
const KNOWN_LISTS_MAX = 1_000;
const KNOWN_LENGTH_MAX = 512;

/**
 * Lists of plain words (scopes, above all) need no parser that goes by characters; quoted ones, NULL and nests do. The
 * same few lists come with every request: equal ones are one array, which nobody may change.
 */
function readTextArray(text: string): unknown {
  const known = knownLists.get(text);
  if (known) return known;
  const inner = text.slice(1, -1);
  if (/["\\{]|NULL/.test(inner)) return parseArray(text);
  const list = Object.freeze(inner === "" ? [] : inner.split(","));
  if (knownLists.size >= KNOWN_LISTS_MAX) knownLists.clear();
  if (text.length <= KNOWN_LENGTH_MAX) knownLists.set(text, list);
  return list;
}

/** One pool for everything in this process: prepared statements, Prisma's queries, both module graphs. */
export function pool(): Pool {
  return shared("pool", () => {
    const { DATABASE_URL: connectionString, DATABASE_POOL_MAX: max, DATABASE_POOL_WAIT_MS: patienceMs } = env();
    const settings = {
      connectionString,
      max,
      connectionTimeoutMillis: patienceMs,
      // A new one costs a crowd of requests its start, and a plan for each statement: twice the time or more.
      idleTimeoutMillis: 10 * 60_000,
      keepAlive: true,
      types: PARSERS,
      // Statements that do not wait for each other go out together.
      pipeline: true,
      // A pooler refuses them: there the role has them as its defaults (set-role-defaults.ts).
      ...(isPooled() ? {} : { options: writeOptions(SETTINGS) }),
    };
    const created = createWatchedPool(settings, { patienceMs });
    // Without listeners a connection that breaks (PostgreSQL restarted) would end the process.
    created.on("error", (error) => log().warn({ error }, "an idle database connection broke"));
    created.on("acquire", traceStatements);
    created.on("connect", (client) => client.on("error", () => brokenConnections().add(client)));
    return created;
  });
}

function writeOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

const brokenConnections = () => shared("broken-connections", () => new WeakSet<PoolClient>());

/** A connection whose state is unknown never goes back into the pool. */
export function releaseConnection(client: PoolClient, failure?: Error): void {
  client.release(failure ?? brokenConnections().has(client));
}

/**
 * Timestamps that only pass through become ISO text without a Date between: on a list that is half of Node's time.
 * PostgreSQL's to_char would cost it a microsecond each; its own output needs a letter changed and one added.
 */
export function isoText(column: string): string {
  return `${column}::timestamp`;
}

/** "2026-11-21 05:04:03.12", as PostgreSQL writes it, without trailing zeros → "2026-11-21T05:04:03.120Z" */
function writeIsoText(text: string): string {
  const middle = text.indexOf(" ");
  const end = middle + 9;
  return `${text.slice(0, middle)}T${text.slice(middle + 1, end)}.${text.slice(end + 1).padEnd(3, "0")}Z`;
}

export async function closeDatabase(): Promise<void> {
  await pool().end();
}

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
  plan_cache_mode: "force_generic_plan",
  random_page_cost: "1.1",
  jit: "off",
};

/** A pooled connection cannot keep first plans to indexes (`run` of transaction.ts), so values are planned for. */
export const POOLED_SETTINGS: Readonly<Record<string, string>> = { ...SETTINGS, plan_cache_mode: "auto" };

const TEXT_ARRAY: number = 1009;

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
 * The same few lists come with every request, so plain ones are split and kept; quotes, NULL and nesting need the
 * parser.
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

export function pool(): Pool {
  return shared("pool", () => {
    const { DATABASE_URL: connectionString, DATABASE_POOL_MAX: max, DATABASE_POOL_WAIT_MS: patienceMs } = env();
    const settings = {
      connectionString,
      max,
      connectionTimeoutMillis: patienceMs,
      // A new connection has its start and a plan for each statement to pay: twice the time of a request, or more.
      idleTimeoutMillis: 10 * 60_000,
      keepAlive: true,
      types: PARSERS,
      pipeline: true,
      ...(isPooled() ? {} : { options: writeOptions(SETTINGS) }),
    };
    const created = createWatchedPool(settings, { patienceMs });
    // A connection that breaks (PostgreSQL restarted) would end the process if nothing listened.
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

export function releaseConnection(client: PoolClient, failure?: Error): void {
  client.release(failure ?? brokenConnections().has(client));
}

/** A Date between takes half of Node's time on a list, and PostgreSQL's to_char a microsecond for each value. */
export function isoText(column: string): string {
  return `${column}::timestamp`;
}

function writeIsoText(text: string): string {
  const middle = text.indexOf(" ");
  const end = middle + 9;
  return `${text.slice(0, middle)}T${text.slice(middle + 1, end)}.${text.slice(end + 1).padEnd(3, "0")}Z`;
}

export async function closeDatabase(): Promise<void> {
  if (!pool().ended) await pool().end();
}

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Steps of an operator take as long as they take, also where the role has limits for requests as its defaults. */
export const UNLIMITED = "-c statement_timeout=0 -c lock_timeout=0";

/** Tables outside the schema `public` (the partitions of audit_log) are not Prisma's to see. */
export const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Prisma's own migration engine as WebAssembly: the same as `prisma migrate`, without a binary to download.
 * @template T @param {string} url @param {(engine: import("@prisma/schema-engine-wasm").SchemaEngine) => Promise<T>} work
 */
export async function withSchemaEngine(url, work) {
  const { SchemaEngine } = await loadEngine();
  const { factory, close } = await buildFactory(url);
  const engine = await SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    loadUtils().bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await close();
  }
}

/**
 * Prisma's adapter, made fit for migrations: by itself it puts the shadow database into the real one, cuts scripts at every
 * semicolon, function bodies included, and stays connected.
 * @param {string} url
 */
async function buildFactory(url) {
  const { PrismaPg } = await import("@prisma/adapter-pg");
  /** @type {import("pg").Pool[]} */
  const pools = [];
  const connectTo = async (/** @type {string} */ target) => {
    const adapter = adaptToEngine(await new PrismaPg({ connectionString: target, options: UNLIMITED }).connect());
    pools.push(adapter.underlyingDriver());
    return Object.assign(adapter, { dispose: async () => undefined });
  };
  const connectToShadowDb = async () => {
    const name = `svc_shadow_${randomBytes(6).toString("hex")}`;
    await (await connectTo(url)).executeScript(`CREATE DATABASE ${name}`);
    return connectTo(replaceDatabase(url, name));
  };
  const close = async () => void (await Promise.all(pools.map((pool) => pool.end())));
  const factory = {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connectTo(url),
    connectToShadowDb,
  };
  return { factory, close };
}

/** @param {string} url of a database @param {string} name of another one on the same server */
export function replaceDatabase(url, name) {
  const replaced = new URL(url);
  replaced.pathname = `/${name}`;
  return replaced.href;
}

const CHAR = 18;
const TEXT = 25;

/** @param {Awaited<ReturnType<InstanceType<typeof import("@prisma/adapter-pg").PrismaPg>["connect"]>>} adapter */
function adaptToEngine(adapter) {
  const pool = adapter.underlyingDriver();
  const performIO = pool.query.bind(pool);
  const performRaw = adapter.queryRaw.bind(adapter);
  /** @type {WeakMap<object, number[]>} which columns of a result are of the catalog's type "char", unknown to the adapter */
  const chars = new WeakMap();
  const query = async (/** @type {any[]} */ ...args) => {
    const result = await /** @type {any} */ (performIO)(...args);
    const fields = Array.isArray(result.fields) ? result.fields : [];
    chars.set(
      result.rows ?? {},
      fields.flatMap((/** @type {any} */ { dataTypeID }, /** @type {number} */ index) =>
        dataTypeID === CHAR ? [index] : [],
      ),
    );
    for (const field of fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    return result;
  };
  // One simple query is one transaction: a migration happens whole or not at all.
  const queryRaw = async (/** @type {any} */ request) => {
    const result = await performRaw(request);
    for (const index of chars.get(result.rows) ?? []) result.columnTypes[index] = loadUtils().ColumnTypeEnum.Character;
    return result;
  };
  const executeScript = async (/** @type {string} */ script) => void (await performIO(script));
  Object.assign(pool, { query });
  return Object.assign(adapter, { queryRaw, executeScript });
}

/** Belongs to the adapter, whose version decides which one fits. */
function loadUtils() {
  return createRequire(require.resolve("@prisma/adapter-pg"))("@prisma/driver-adapter-utils");
}

/** @type {Promise<typeof import("@prisma/schema-engine-wasm/schema_engine_bg")> | undefined} */
let loading;

/** Once a process: its bindings have room for one instance, and a second one would fail in the memory of the first. */
function loadEngine() {
  loading ??= instantiateEngine();
  return loading;
}

async function instantiateEngine() {
  // The engine reports its own crashes here.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  const entry = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(entry.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": unrefTimers(bindings) });
  /** @type {any} */ (bindings).__wbg_set_wasm(instance.exports);
  /** @type {() => void} */ (instance.exports["__wbindgen_start"])();
  return bindings;
}

/**
 * The engine's limit of 10 s on its lock continues to count after it has the lock, and would delay the end of the process.
 * @param {object} bindings @returns {Record<string, WebAssembly.ImportValue>}
 */
function unrefTimers(bindings) {
  const wait = (/** @type {() => void} */ done, /** @type {number} */ ms) => setTimeout(done, ms).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [name, name.startsWith("__wbg_setTimeout") ? wait : value]),
  );
}

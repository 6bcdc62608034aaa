import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../problem.mjs";
import { showProgress } from "./progress.mjs";

/**
 * @typedef {{ baseUrl: string, mcpUrl: string, databaseUrl: string }} Addresses
 * @typedef {Addresses & {
 *   users: Record<string, { id: string, email: string, password: string }>,
 *   apiKeys: Record<string, { id: string, key: string }>,
 * }} Demo the part of the manifest that the start card shows
 * @typedef {{ seedDemo: (keep: (manifest: object) => void) => Promise<boolean> }} Seed
 */

/**
 * Seeds the demo into a database without users. Its manifest is on disk before the rows are, and counts once they are.
 * @param {{ dataDir: string, databaseUrl: string, loadSeed: () => Promise<Seed> }} place
 */
export async function ensureDemo({ dataDir, databaseUrl, loadSeed }) {
  const file = nameManifest(dataDir);
  const draft = `${file}.new`;
  if (!(await hasUser(databaseUrl))) {
    const { seedDemo } = await loadSeed();
    await showProgress("seeding the demo", () =>
      seedDemo((manifest) => writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })),
    );
  }
  if (!existsSync(draft)) return;
  const { users } = /** @type {Demo} */ (JSON.parse(readFileSync(draft, "utf8")));
  if (await hasUser(databaseUrl, users["owner"]?.id)) renameSync(draft, file);
  else rmSync(draft);
}

/**
 * Addresses may change from start to start; the rest of the manifest belongs to the rows.
 * @param {string} dataDir
 * @param {Addresses} addresses
 * @returns {Demo | undefined}
 */
export function refreshManifest(dataDir, addresses) {
  const file = nameManifest(dataDir);
  if (!existsSync(file)) return undefined;
  const before = readFileSync(file, "utf8");
  const demo = /** @type {Demo} */ ({ ...JSON.parse(before), ...addresses });
  const after = `${JSON.stringify(demo, null, 2)}\n`;
  if (after === before) return demo;
  writeFileSync(`${file}.new`, after, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return demo;
}

/** @param {string} dataDir */
function nameManifest(dataDir) {
  return join(dataDir, "demo.json");
}

/** @param {string} databaseUrl @param {string} [id] any, when none is given */
async function hasUser(databaseUrl, id) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect().catch((error) => {
    throw new Problem(`The database does not answer: ${error.message}. Check DATABASE_URL.`);
  });
  try {
    const { rows } = await client.query(
      "SELECT EXISTS (SELECT 1 FROM users WHERE $1::text IS NULL OR id = $1) AS found",
      [id ?? null],
    );
    return rows[0].found === true;
  } finally {
    await client.end();
  }
}

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { withDatabase } from "../database/migrate.mjs";
import { showProgress } from "./progress.mjs";

/**
 * @typedef {{ baseUrl: string, mcpUrl: string, databaseUrl: string }} Addresses
 * @typedef {Addresses & {
 *   users: Record<string, { id: string, email: string, password: string }>,
 *   apiKeys: Record<string, { id: string, key: string }>,
 *   connectors?: Record<string, { id: string }>,
 *   webhooks?: Record<string, { id: string }>,
 * }} Demo the part of the manifest that the start needs
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
 * @param {string} dataDir @param {Addresses} addresses @returns {Demo | undefined}
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

/** @param {string} dataDir @returns {Demo | undefined} */
export function readDemo(dataDir) {
  const file = nameManifest(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @param {string} dataDir */
function nameManifest(dataDir) {
  return join(dataDir, "demo.json");
}

/** @param {string} databaseUrl @param {string} [id] any, when none is given */
function hasUser(databaseUrl, id) {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT EXISTS (SELECT 1 FROM users WHERE $1::text IS NULL OR id = $1) AS found",
      [id ?? null],
    );
    return rows[0].found === true;
  });
}

/** @param {{ url: string, dataDir: string, hasDemo: boolean, demo: Demo | undefined, tookMs: number }} facts */
export function showStartCard({ url, dataDir, hasDemo, demo, tookMs }) {
  const ready = styleText("dim", `ready in ${(tookMs / 1_000).toFixed(1)} s, Ctrl-C stops it`);
  const lines = [`${styleText("bold", url)}  ${ready}`, ""];
  if (demo) lines.push(...describeDemo(demo), "");
  else if (hasDemo) {
    const file = nameManifest(dataDir);
    lines.push(`The database already has people. Their passwords and keys were in ${file}, which is gone.`, "");
  }
  lines.push(`${styleText("bold", "Settings")}  ${url}/settings/developer`);
  console.log(`\n${lines.join("\n").replace(/^(?=.)/gm, "  ")}\n`);
}

/** @param {Demo} demo */
function describeDemo({ baseUrl, users, apiKeys }) {
  const people = Object.entries(users);
  const nameWidth = Math.max(...people.map(([name]) => name.length));
  const emailWidth = Math.max(...people.map(([, { email }]) => email.length));
  const logins = people.map(
    ([name, { email, password }]) => `  ${name.padEnd(nameWidth)}  ${email.padEnd(emailWidth)}  ${password}`,
  );
  const curl = `  curl -H "Authorization: Bearer ${apiKeys["orgReadOnly"]?.key}" ${baseUrl}/v1/rooms`;
  return [styleText("bold", "Sign in as"), ...logins, "", styleText("bold", "Try"), curl];
}

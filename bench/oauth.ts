import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import pg from "pg";
import { Pool } from "undici";
import { openDemoWorld } from "../e2e/support/scenes/world";
import { type Service, startService } from "../e2e/support/service";
import { makeRefreshToken } from "../lib/access/credentials/token";
import { sha256 } from "../lib/platform/crypto";
import { newId } from "../lib/platform/ids";
import { migrate } from "../scripts/database/migrate.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";

/**
 * `npm run bench:oauth`: refresh rotations a second at the built app's front door, beside oidc-provider with a small
 * PostgreSQL adapter, on one PostgreSQL in one run and in turn. Each connection rotates a family of its own.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const FAMILIES = 32;
const LEAST_RATIO = 2;
const BASE_URL = "http://bench.test";

interface Target {
  name: string;
  url: string;
  client: Record<string, string>;
  /** The current token of each family; every rotation replaces it. */
  refreshTokens: string[];
}

interface Measure {
  rate: number;
  p50: number;
  p99: number;
}

async function rotate(pool: Pool, target: Target, family: number): Promise<void> {
  const form = { ...target.client, grant_type: "refresh_token", refresh_token: target.refreshTokens[family] ?? "" };
  const { statusCode, body } = await pool.request({
    path: new URL(target.url).pathname,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const answer = (await body.json()) as { refresh_token?: string };
  if (statusCode !== 200 || answer.refresh_token === undefined) {
    throw new Error(`${target.name}: ${statusCode} ${JSON.stringify(answer)}`);
  }
  target.refreshTokens[family] = answer.refresh_token;
}

async function measure(target: Target, seconds: number): Promise<Measure> {
  const pool = new Pool(new URL(target.url).origin, { connections: FAMILIES });
  const latencies: number[] = [];
  const startedMs = performance.now();
  const endsMs = startedMs + seconds * 1_000;
  const runFamily = async (family: number) => {
    for (let beganMs = performance.now(); beganMs < endsMs; beganMs = performance.now()) {
      await rotate(pool, target, family);
      latencies.push(performance.now() - beganMs);
    }
  };
  await Promise.all(target.refreshTokens.map((_, family) => runFamily(family)));
  const tookMs = performance.now() - startedMs;
  await pool.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return { rate: (latencies.length / tookMs) * 1_000, p50: at(0.5), p99: at(0.99) };
}

async function openOurs(service: Service, databaseUrl: string): Promise<Target> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as Row[];
  const world = openDemoWorld({ databaseUrl });
  const { clientId, clientSecret = "" } = await world.oauthApp({ isConfidential: true });
  const user = await world.user();
  const refreshTokens = Array.from({ length: FAMILIES }, makeRefreshToken);
  for (const token of refreshTokens) {
    const grantId = newId("grant");
    const scopes = ["me:read", "rooms:read"];
    await query(
      `INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now(), now() + interval '30 days')`,
      [grantId, clientId, user.id, user.billingEntityId, scopes, `${BASE_URL}/v1`],
    );
    await query(
      `INSERT INTO oauth_refresh_tokens (hash, grant_id, scopes, expires_at, created_at)
       VALUES ($1, $2, $3, now() + interval '30 days', now())`,
      [sha256(token), grantId, scopes],
    );
  }
  await pool.end();
  const client = { client_id: clientId, client_secret: clientSecret };
  return { name: "this service", url: `${service.baseUrl}/oauth/token`, client, refreshTokens };
}

async function openTheirs(databaseUrl: string): Promise<{ target: Target; child: ChildProcess }> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/oidc-target.ts"], {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl, BENCH_FAMILIES: String(FAMILIES) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (text) => text.startsWith("{") && resolve(text));
    child.once("exit", () => reject(new Error("oidc-provider did not start")));
  });
  return { target: { name: "oidc-provider 9", ...(JSON.parse(line) as Omit<Target, "name">) }, child };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await measure(target, 2);
  const runs = new Map<string, Measure[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of targets) runs.get(target.name)?.push(await measure(target, SECONDS));
  }
  console.log(`refresh rotations, ${FAMILIES} connections, medians of ${ROUNDS} alternating rounds of ${SECONDS} s`);
  const rates = targets.map(({ name }) => {
    const measures = runs.get(name) ?? [];
    const middle = (key: keyof Measure) => median(measures.map((one) => one[key]));
    const [rate, p50, p99] = [middle("rate"), middle("p50"), middle("p99")];
    console.log(
      `  ${name.padEnd(16)} ${rate.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
    );
    return rate;
  });
  const ratio = (rates[0] ?? 0) / (rates[1] ?? 1);
  console.log(`  ${ratio >= LEAST_RATIO ? "met   " : "MISSED"} ratio ${ratio.toFixed(2)} (>= ${LEAST_RATIO})`);
}

const cluster = await openScratchCluster();
let service: Service | undefined;
let child: ChildProcess | undefined;
try {
  const databaseUrl = cluster.buildUrl("postgres");
  await migrate(databaseUrl);
  const env = { DATABASE_URL: databaseUrl, SVC_DEMO: "false", SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error" };
  service = await startService({ env });
  const theirs = await openTheirs(databaseUrl);
  child = theirs.child;
  await compare([await openOurs(service, databaseUrl), theirs.target]);
} finally {
  child?.kill();
  await service?.stop();
  await cluster.stop();
}
process.exit();

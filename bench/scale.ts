import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeDatabase } from "../lib/db/pool";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { fillBacklog } from "./scale/fill";
import { figuresOf, GROUPS, type Group, type Measured, measureOrdinary } from "./scale/measure";
import { type Heard, type Neighbour, startNeighbour } from "./scale/neighbour";
import { median, quantile } from "./scale/random";
import { type Receivers, startReceivers } from "./scale/receivers";
import { openScene, type Scene } from "./scale/scene";
import { ALMOST_EMPTY, BACKLOGGED, sizeOf } from "./scale/size";
import { forgetStatements, listCostliest, readStatements } from "./scale/statements";

/**
 * `npm run bench:scale`: what a tenant that disturbs costs the others, on a database of the size that docs/capacity.md
 * states, and the same load on one that is almost empty. docs/benchmarks.md has its figures.
 */
const SCALE = Number(process.env["SCALE"] ?? 1);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const PER_SECOND = Number(process.env["BENCH_RATE"] ?? 100);
const QUEUED = Number(process.env["BENCH_QUEUE"] ?? 100_000 * SCALE);
const ONLY = process.env["BENCH_ONLY"] ?? "";
const ARRANGEMENT = process.env["BENCH_APART"] ? "apart" : "together";
const MORE_MAX = 1.5;
/** A neighbour is at work before the others are measured, and after. */
const LEAD_SECONDS = 2;
const COSTLIEST = 5;

interface Scenario {
  name: string;
  part?: Neighbour["part"];
  perSecond?: number;
  prepare?: (scene: Scene) => Promise<void>;
  clear?: (scene: Scene) => Promise<void>;
}

const clearQueue = async ({ client }: Scene) => {
  const tenant = `bil_0${String(BACKLOGGED.tenant).padStart(25, "0")}`;
  await client.query("DELETE FROM partitions.deliveries_waiting WHERE billing_entity_id = $1", [tenant]);
  // No autovacuum runs in a scratch database.
  await client.query("VACUUM partitions.deliveries_waiting");
};

const SCENARIOS: readonly Scenario[] = [
  { name: "nobody: the noise of the machine" },
  { name: "a tenant beyond its limits, with the largest pages", part: "noisy", perSecond: 150 },
  { name: "receivers that hang, are slow or refuse", part: "troubled", perSecond: 4 },
  {
    name: `${QUEUED.toLocaleString("en")} due deliveries of one tenant`,
    prepare: ({ client, size }) => fillBacklog(client, size, QUEUED),
    clear: clearQueue,
  },
  { name: "exports of the audit log, searches, requests", part: "heavy", perSecond: 2 },
  { name: "a crowd without credentials, 800 at a time", part: "crowd" },
];

const CHOSEN = SCENARIOS.filter(({ name }) => name.includes(ONLY));
const COMPARES_SIZES = ONLY === "" || ONLY === "sizes";
if (CHOSEN.length === 0 && !COMPARES_SIZES) throw new Error(`BENCH_ONLY=${ONLY} is no part of a scenario's name.`);

let seed = 1;
const measure = (scene: Scene, receivers: Receivers) =>
  measureOrdinary(scene, receivers, { perSecond: PER_SECOND, seconds: SECONDS, seed: seed++ });

async function measureBeside(scene: Scene, receivers: Receivers, scenario: Scenario): Promise<[Measured, Heard]> {
  const { part, perSecond = 0 } = scenario;
  const { size, cookie, processes } = scene;
  const base = part === "heavy" ? processes.pages : processes.base;
  await scenario.prepare?.(scene);
  const load = { base, size, cookie, perSecond, seconds: SECONDS + 2 * LEAD_SECONDS, seed };
  const neighbour = part && startNeighbour({ part, ...load });
  try {
    await sleep(LEAD_SECONDS * 1000);
    await forgetStatements(scene.client);
    const measured = await measure(scene, receivers);
    return [measured, (await neighbour?.ended) ?? {}];
  } finally {
    neighbour?.stop();
    await scenario.clear?.(scene);
  }
}

const ms = (value: number) => value.toFixed(1);
const middle = (rounds: readonly Measured[], group: Group, share: number) =>
  median(rounds.map(({ latencies }) => quantile(latencies[group], share)));
const cores = (rounds: readonly Measured[], of: keyof Measured["cores"]) =>
  median(rounds.map((round) => round.cores[of])).toFixed(2);

function tell(name: string, alone: readonly Measured[], beside: readonly Measured[]): void {
  for (const group of GROUPS) {
    const ratio = median(
      beside.map(
        ({ latencies }, round) => figuresOf(latencies[group]).p99 / figuresOf(alone[round]?.latencies[group] ?? []).p99,
      ),
    );
    const cells = [alone, beside].flatMap((rounds) =>
      [0.5, 0.95, 0.99].map((share) => ms(middle(rounds, group, share))),
    );
    console.log(
      `| ${name} | ${group} | ${cells.join(" | ")} | ${ratio.toFixed(2)} | ${ratio <= MORE_MAX ? "yes" : "NO"} |`,
    );
  }
  const of = (rounds: readonly Measured[]) =>
    (["service", "postgres", "others"] as const).map((part) => `${part} ${cores(rounds, part)}`).join(", ");
  console.log(`<!-- ${name}: cores alone: ${of(alone)}; beside: ${of(beside)} -->`);
}

async function compare(scene: Scene, receivers: Receivers, scenario: Scenario): Promise<void> {
  const [alone, beside]: [Measured[], Measured[]] = [[], []];
  let heard: Heard = {};
  let costliest: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measure(scene, receivers));
    const [measured, told] = await measureBeside(scene, receivers, scenario);
    beside.push(measured);
    heard = told;
    costliest = await listCostliest(scene.client, COSTLIEST);
  }
  tell(scenario.name, alone, beside);
  for (const line of costliest) console.log(`<!-- ${line} -->`);
  if (scenario.part) console.log(`<!-- the neighbour heard in its last round: ${JSON.stringify(heard)} -->`);
}

/** The same load on both databases in turn: time, and the pages that each statement reads. */
async function compareSizes(small: Scene, full: Scene, receivers: Receivers): Promise<void> {
  const [few, many]: [Measured[], Measured[]] = [[], []];
  for (const { client } of [small, full]) await forgetStatements(client);
  for (let round = 0; round < ROUNDS; round += 1) {
    few.push(await measure(small, receivers));
    many.push(await measure(full, receivers));
  }
  tell("almost empty, then full", few, many);
  const [smallCosts, fullCosts] = [await readStatements(small.client), await readStatements(full.client)];
  console.log("\n| Statement | calls | pages a call: almost empty, full | ms a call |\n|---|---|---|---|");
  for (const [text, { calls, blocks, ms: took }] of [...fullCosts].sort((a, b) => b[1].calls - a[1].calls)) {
    const before = smallCosts.get(text);
    if (!before || blocks + before.blocks < 1) continue;
    const pages = `${before.blocks.toFixed(0)}, ${blocks.toFixed(0)}`;
    console.log(
      `| \`${text.slice(0, 90).replaceAll("|", "¦")}\` | ${calls} | ${pages} | ${before.ms.toFixed(2)}, ${took.toFixed(2)} |`,
    );
  }
}

const cluster = await openScratchCluster();
const receivers = await startReceivers();
const scenes: Scene[] = [];
try {
  const admin = new pg.Client({ connectionString: cluster.buildUrl("postgres") });
  await admin.connect();
  await admin.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await admin.query("CREATE DATABASE small");
  await admin.query("CREATE DATABASE scale");
  await admin.end();
  await cluster.restart();
  const full = await openScene(cluster.buildUrl("scale"), sizeOf(SCALE), receivers.urls, ARRANGEMENT);
  scenes.push(full);
  const { size, filledSeconds, gigabytes } = full;
  console.log(
    `${size.tenants} tenants, ${size.tenants * size.rooms + size.noisyRooms} rooms, ${gigabytes.toFixed(1)} GB, filled in ${filledSeconds.toFixed(0)} s; processes ${ARRANGEMENT}`,
  );
  const small = await openScene(cluster.buildUrl("small"), ALMOST_EMPTY, receivers.urls, ARRANGEMENT);
  scenes.push(small);
  for (const scene of scenes) await measure(scene, receivers);
  console.log(
    "\n| Beside | | p50, p95, p99 alone | | | beside | | | ratio of p99 | at most 1.5 |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const scenario of CHOSEN) await compare(full, receivers, scenario);
  if (COMPARES_SIZES) await compareSizes(small, full, receivers);
} finally {
  receivers.stop();
  for (const scene of scenes) await scene.stop();
  await closeDatabase();
  await cluster.stop();
}
process.exit();

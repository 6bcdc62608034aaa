import { existsSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Service, startService } from "../../e2e/support/service";
import { openScratchCluster } from "../../scripts/database/scratch-cluster.mjs";
import { readMachineMs, readProcessorMs, readProcessorMsOf } from "../processor-time";
import { type Call, drive, driveClosed } from "../scale/load";
import { createChoice, createRandom, median } from "../scale/random";
import { BASE_URL } from "../targets";
import { CREDENTIALS, fillDatabase, keyOf, SMALL_ROOM, tokenOf } from "../world";
import type { Kind, Mix } from "./times";

export const CORES = cpus().length;
export type Load = { callers: number } | { perSecond: number };

/** One run as it was measured. Processor time is in milliseconds a request. */
export interface Run {
  perSecond: number;
  latencies: number[];
  nodeMs: number;
  postgresMs: number;
  driverMs: number;
  statements: number;
  /** Cores that programs kept busy which have nothing to do with this. */
  otherCores: number;
  pausesMs: number[];
}

export interface Machine {
  run(mix: Mix, load: Load, seconds: number): Promise<Run>;
  stop(): Promise<void>;
}

interface Started {
  service: Service;
  /** bench/probe.mjs writes the collector's pauses there. */
  probe: string;
}

const ROOM = `/v1/rooms/${SMALL_ROOM}/messages`;
const BODY = JSON.stringify({ body: "A message of the usual length." });
const DATABASE_ROWS = 10_000;

/** Calls of all processes in turn, by all credentials in turn, so that none comes near a limit. */
function createCalls(started: readonly Started[]): (mix: Mix) => () => Call<Kind> {
  const random = createRandom(1);
  let turn = 0;
  return (mix) => {
    const choose = createChoice(mix, random);
    return () => {
      turn += 1;
      const base = started[turn % started.length]?.service.baseUrl ?? "";
      const kind = choose();
      const n = (turn % CREDENTIALS) + 1;
      const headers = { authorization: `Bearer ${kind === "list" ? keyOf(n) : tokenOf(n)}` };
      if (kind !== "write") return { kind, method: "GET", url: base + (kind === "me" ? "/v1/me" : ROOM), headers };
      const typed = { ...headers, "content-type": "application/json" };
      return { kind, method: "POST", url: base + ROOM, headers: typed, body: BODY };
    };
  };
}

/** The collector's pauses since they were read last. */
async function readPauses({ service, probe }: Started): Promise<number[]> {
  rmSync(probe, { force: true });
  service.child.kill("SIGUSR2");
  for (;;) {
    await sleep(10);
    const text = existsSync(probe) ? readFileSync(probe, "utf8") : "";
    if (text.endsWith("}")) return (JSON.parse(text) as { pausesMs: number[] }).pausesMs;
  }
}

async function openDatabase() {
  const cluster = await openScratchCluster();
  const url = cluster.buildUrl("postgres");
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await cluster.restart();
  await fillDatabase(url, BASE_URL, { large: DATABASE_ROWS });
  await query("CREATE EXTENSION pg_stat_statements");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { cluster, url, client };
}

/** So many processes as `npm start` starts them, on one PostgreSQL. */
export async function startMachine(processes: number): Promise<Machine> {
  const { cluster, url, client } = await openDatabase();
  const started: Started[] = [];
  for (let n = 0; n < processes; n += 1) {
    const probe = join(tmpdir(), `svc-model-${process.pid}-${n}.json`);
    const probing = { NODE_OPTIONS: "--import ./bench/probe.mjs", BENCH_PROBE: probe };
    const env = { DATABASE_URL: url, SVC_DEMO: "false", SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error", ...probing };
    started.push({ service: await startService({ env }), probe });
  }
  const callsOf = createCalls(started);
  const readTimes = async () => {
    const { own, database } = await readProcessorMs(client);
    const { rows } = await client.query<{ calls: string }>("SELECT sum(calls) AS calls FROM pg_stat_statements");
    const node = started.reduce((sum, { service }) => sum + readProcessorMsOf(service.child.pid ?? 0), 0);
    return { own, database, node, machine: readMachineMs(), calls: Number(rows[0]?.calls), atMs: performance.now() };
  };
  let seed = 0;
  return {
    async run(mix, load, seconds) {
      seed += 1;
      for (const each of started) await readPauses(each);
      const before = await readTimes();
      const next = callsOf(mix);
      const made = await ("callers" in load
        ? driveClosed(load.callers, seconds, next)
        : drive({ perSecond: load.perSecond, seconds, seed, next }));
      const after = await readTimes();
      const failed = made.find(({ status }) => status >= 300);
      if (failed) throw new Error(`A call failed: ${JSON.stringify(failed)}`);
      const passed = (name: keyof typeof before) => after[name] - before[name];
      const oursMs = passed("own") + passed("database") + passed("node");
      return {
        perSecond: (made.length * 1000) / passed("atMs"),
        latencies: made.map(({ tookMs }) => tookMs),
        nodeMs: passed("node") / made.length,
        postgresMs: passed("database") / made.length,
        driverMs: passed("own") / made.length,
        statements: passed("calls") / made.length,
        otherCores: Math.max(0, (passed("machine") - oursMs) / passed("atMs")),
        pausesMs: (await Promise.all(started.map(readPauses))).flat(),
      };
    },
    async stop() {
      for (const { service } of started) await service.stop();
      await client.end();
      await cluster.stop();
    },
  };
}

/** The middle of each figure over the runs; all latencies together. */
export function middleOf(runs: readonly Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    perSecond: of((run) => run.perSecond),
    latencies: runs.flatMap(({ latencies }) => latencies),
    nodeMs: of((run) => run.nodeMs),
    postgresMs: of((run) => run.postgresMs),
    driverMs: of((run) => run.driverMs),
    statements: of((run) => run.statements),
    otherCores: of((run) => run.otherCores),
    pausesMs: runs.flatMap(({ pausesMs }) => pausesMs),
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { startService } from "../e2e/support/service";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { median, quantile } from "./scale/random";
import { BASE_URL } from "./targets";
import { CREDENTIALS, fillDatabase, keyOf, SMALL_ROOM, tokenOf } from "./world";

/** `npm run bench:crowd`: requests that come all at once, soon after others and after a pause. docs/benchmarks.md has its figures. */
const PAUSE_SECONDS = Number(process.env["BENCH_PAUSE"] ?? 40);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const CROWD = 40;
const WARM_UP_CROWDS = 60;
const MESSAGES = `/v1/rooms/${SMALL_ROOM}/messages`;

const cluster = await openScratchCluster();
const url = cluster.buildUrl("postgres");
await fillDatabase(url, BASE_URL);
const env = { DATABASE_URL: url, SVC_DEMO: "false", SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error" };
const service = await startService({ env });
const dispatcher = new Agent({ connections: CROWD, keepAliveTimeout: 600_000 });

async function call(n: number): Promise<number> {
  const bearer = n % 2 === 0 ? keyOf(n) : tokenOf(n);
  const isWrite = n % 4 === 1;
  const startedMs = performance.now();
  const { statusCode, body } = await request(service.baseUrl + (n % 4 === 3 ? "/v1/me" : MESSAGES), {
    method: isWrite ? "POST" : "GET",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: isWrite ? '{"body":"A message."}' : null,
    dispatcher,
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`A call was answered by ${statusCode}.`);
  return performance.now() - startedMs;
}

let called = 0;
function crowd(): Promise<number[]> {
  const first = called;
  called += CROWD;
  return Promise.all(Array.from({ length: CROWD }, (_, index) => call(((first + index) % CREDENTIALS) + 1)));
}

const found: Record<"soon" | "later", number[][]> = { soon: [], later: [] };
for (let n = 0; n < WARM_UP_CROWDS; n += 1) await crowd();
for (let round = 0; round < ROUNDS; round += 1) {
  await sleep(1_000);
  found.soon.push(await crowd());
  await sleep(PAUSE_SECONDS * 1_000);
  found.later.push(await crowd());
}
const tell = (name: string, rounds: number[][]) => {
  const [p50, most] = [0.5, 1].map((share) => median(rounds.map((latencies) => quantile(latencies, share))));
  console.log(`${name.padEnd(24)} p50 ${p50?.toFixed(0)} ms, slowest ${most?.toFixed(0)} ms`);
};
tell("a second after others", found.soon);
tell(`after ${PAUSE_SECONDS} s`, found.later);
await service.stop();
await cluster.stop();
process.exit();

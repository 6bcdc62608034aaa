import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { RoleProcess } from "../support/servers/server-command";
import { type Acknowledged, checkArrivals, checkBooks, checkWrites, type Losses, readArrivals } from "./check-losses";
import type { Fault } from "./fault";
import { FAULTS } from "./faults";
import { judgeCalls, summarizeCalls } from "./judge-calls";
import { useScene } from "./scene";
import { type Call, readMessages, startTraffic, writeMessage } from "./traffic";

/**
 * `npm run chaos`: parts are killed, hung, slowed and cut while people work, one fault at a time. Callers see nothing
 * worse than 503 with Retry-After, nothing is lost or doubled, and the service is well again by itself.
 */
const WARM_UP_WRITES = 10;
const WELL_WITHIN_MS = 60_000;
/** An idle list asks each 15 seconds, a room without its stream each minute. */
const SEEN_WITHIN_MS = 120_000;
const SETTLED_WITHIN_MS = 240_000;
const GROWTH_MAX_MB = 300;
const PROBE_PATIENCE_MS = 10_000;

const chosen = FAULTS.filter(({ name }) =>
  name.toLowerCase().includes((process.env["CHAOS_ONLY"] ?? "").toLowerCase()),
);
const scene = useScene({ needsDisk: chosen.some(({ needsDisk }) => needsDisk) });
const acceptedRuns = new Set<string>();
const suffered: Suffered[] = [];
let probes = 0;
/** The outcomes of the last one. */
let lastProbe = "";

interface Suffered {
  fault: Fault;
  acknowledged: ReadonlyMap<string, Acknowledged>;
  calls: readonly Call[];
  losses: Losses;
  wellMs: number | null;
  growthMb: number;
  latestMs?: number;
}

test.each(chosen)("$name", async (fault) => {
  const missing = findMissing(fault);
  if (missing !== null) {
    console.log(`${fault.name}: not tried, because ${missing}`);
    return;
  }
  await scene.open(fault.readVariables?.(scene) ?? {}, { hasTwins: fault.hasTwins ?? false });
  const name = `c${FAULTS.indexOf(fault)}`;
  const roles = [scene.web, scene.worker, ...scene.twins];
  const traffic = startTraffic({ ...scene.traffic, name });
  await fault.prepare?.(scene);
  await scene.onlooker.arrive(scene.web.baseUrl);
  await waitFor(() => traffic.acknowledged.size >= WARM_UP_WRITES, SETTLED_WITHIN_MS);
  const memory = roles.map(readMemoryMb);
  traffic.calls.length = 0;
  const logs = { web: scene.web.readOutput().length, worker: scene.worker.readOutput().length };

  const extra = await suffer(fault);
  const wellMs = await measureRecovery();
  const unseen = await showOnlooker(name);
  const repeated = await fault.repeat?.();
  await traffic.stop();
  for (const id of traffic.acceptedRuns) acceptedRuns.add(id);
  const { acknowledged } = traffic;
  const calls = [...traffic.calls, ...extra];
  const losses = await checkWrites(scene.database, name, acknowledged);
  const growthMb = Math.max(0, ...roles.map((role, index) => readMemoryMb(role) - (memory[index] ?? 0)));
  suffered.push({ fault, acknowledged, calls, losses, wellMs, growthMb });

  const problems = [...judgeCalls(fault, calls), ...losses.lost, ...losses.doubled, ...unseen];
  if (wellMs === null) problems.push(`it was not well again in time: ${lastProbe}`);
  if (repeated && Number(repeated.outcome) >= 300) problems.push(`repeated: ${repeated.outcome} ${repeated.text}`);
  if (growthMb > GROWTH_MAX_MB) problems.push(`a process has grown by ${growthMb} MB`);
  const { says } = fault;
  const said = says ? scene[says.role].readOutput().slice(logs[says.role]) : "";
  if (says && !says.words.test(said)) problems.push(`the log of the ${says.role} process does not say ${says.words}`);
  expect(problems.slice(0, 20)).toEqual([]);
});

test("in the end each event has arrived, and units, audit log, ledger, deliveries and agent runs agree", async () => {
  let problems: string[] = [];
  await waitFor(async () => {
    problems = await checkBooks(scene.database, acceptedRuns);
    for (const each of suffered) {
      const { lost, doubled, latestMs } = checkArrivals(scene.receiver, each.acknowledged);
      each.latestMs = latestMs;
      problems.push(...lost, ...doubled);
    }
    return problems.length === 0;
  }, SETTLED_WITHIN_MS);
  expect(problems.slice(0, 20)).toEqual([]);
});

afterAll(() => {
  const head = ["Fault", "Callers saw", "Longest", "Lost / doubled", "Well after", "Latest event", "Memory"];
  const rows = suffered.map(writeRow);
  for (const row of [head, head.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
});

/** The part that this machine lacks for the fault. */
function findMissing({ needsDisk, needsInngest }: Fault): string | null {
  if (needsDisk && typeof scene.disk === "string") return `PostgreSQL can have no disk of its own here (${scene.disk})`;
  return needsInngest && typeof scene.inngest === "string" ? scene.inngest : null;
}

function writeRow({ fault, calls, acknowledged, losses, wellMs, latestMs, growthMb }: Suffered): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    fault.name,
    summarizeCalls(calls),
    seconds(Math.max(0, ...calls.map(({ tookMs }) => tookMs))),
    `${losses.lost.length} / ${losses.doubled.length} of ${acknowledged.size}`,
    wellMs === null ? "never" : seconds(wellMs),
    latestMs === undefined ? "" : seconds(latestMs),
    `+${Math.round(growthMb)} MB`,
  ];
}

async function suffer(fault: Fault): Promise<Call[]> {
  await fault.begin(scene);
  const probing = Promise.allSettled([fault.probe?.(scene) ?? []]);
  await sleep(fault.holdMs);
  const [probed] = await probing;
  await fault.end?.(scene);
  if (probed.status === "rejected") throw probed.reason;
  return [probed.value].flat();
}

/** Screens that were open all the time come back by themselves: they show a message of now, and its delivery. */
async function showOnlooker(name: string): Promise<string[]> {
  const { onlooker, web } = scene;
  const before = await onlooker.countDeliveries();
  const body = `seen ${name}`;
  let missing = ["the message for the onlooker was not acknowledged"];
  const wasWritten = await waitFor(
    async () => (await writeMessage(web.baseUrl, onlooker.writer, body)).outcome === 201,
    WELL_WITHIN_MS,
  );
  if (!wasWritten) return missing;
  await waitFor(async () => {
    missing = await onlooker.listMissing(body, before + 1);
    return missing.length === 0;
  }, SEEN_WITHIN_MS);
  return missing.map((text) => `an open screen: ${text}`);
}

async function measureRecovery(): Promise<number | null> {
  const startedMs = performance.now();
  let wroteId: string | null = null;
  const isWell = await waitFor(async () => {
    probes += 1;
    const person = scene.people[probes % scene.people.length];
    if (!person) return false;
    const { cookie } = scene.traffic;
    const { baseUrl } = scene.web;
    const [written, read, page] = await Promise.all([
      writeMessage(baseUrl, person, `probe/${probes}`),
      readMessages(baseUrl, person),
      fetch(`${baseUrl}/settings/developer`, {
        headers: { cookie },
        signal: AbortSignal.timeout(PROBE_PATIENCE_MS),
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    ]);
    lastProbe = `write ${written.outcome}, read ${read.outcome}, page ${page}`;
    if (written.outcome !== 201 || read.outcome !== 200 || page !== 200) return false;
    wroteId = (JSON.parse(written.text) as { id: string }).id;
    return true;
  }, WELL_WITHIN_MS);
  const hasArrived =
    isWell && (await waitFor(() => wroteId !== null && readArrivals(scene.receiver).has(wroteId), WELL_WITHIN_MS));
  return hasArrived ? performance.now() - startedMs : null;
}

async function waitFor(check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  for (const startedMs = performance.now(); performance.now() - startedMs < timeoutMs; await sleep(50))
    if (await check()) return true;
  return false;
}

function readMemoryMb({ child }: RoleProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

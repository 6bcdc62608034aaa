import { readFileSync, writeFileSync } from "node:fs";
import { fitTimes, type Sample } from "./model/fit";
import { CORES, type Load, type Machine, middleOf, type Run, startMachine } from "./model/machine";
import { type Outcome, simulate } from "./model/simulate";
import { KINDS, type Kind, type Mix, type ServiceTimes } from "./model/times";
import { median, quantile } from "./scale/random";

/**
 * `npm run bench:model`: what 2 to 64 processes behind one PostgreSQL carry, by a simulation of the measured service times
 * in bench/model/times.json. `-- measure` measures these with one process, and compares the simulation with two.
 */
const TIMES = "bench/model/times.json";
const SEED = Number(process.env["BENCH_SEED"] ?? 1);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const MIX: Mix = { me: 0.3, list: 0.4, write: 0.3 };
const CALLERS = [1, 4, 16, 48];
/** Loads of the comparison: shares of what two processes carried at most, and callers that know no pause. */
const SHARES = [0.25, 0.5, 0.75];
const CROWD = 48;
const OFF_MAX = 0.15;

interface Measured {
  measuredAt: string;
  command: string;
  machine: string;
  samples: Sample[];
  times: ServiceTimes;
}

const onlyOf = (kind: Kind): Mix => ({ me: 0, list: 0, write: 0, [kind]: 1 });

async function runRounds(machine: Machine, mix: Mix, load: Load): Promise<Run> {
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await machine.run(mix, load, SECONDS));
  return middleOf(runs);
}

async function measureTimes(): Promise<Measured> {
  const machine = await startMachine(1);
  try {
    await machine.run(MIX, { callers: 16 }, SECONDS);
    const samples: Sample[] = [];
    const pausesMs: number[] = [];
    let [workMs, others] = [0, 0];
    for (const kind of KINDS)
      for (const callers of CALLERS) {
        const run = await runRounds(machine, onlyOf(kind), { callers });
        const { nodeMs, postgresMs, driverMs, statements, latencies } = run;
        const medianMs = median(latencies);
        samples.push({ kind, callers, nodeMs, postgresMs, driverMs, statements, medianMs, perSecond: run.perSecond });
        pausesMs.push(...run.pausesMs);
        workMs += nodeMs * latencies.length;
        others = Math.max(others, run.otherCores);
      }
    return {
      measuredAt: new Date().toISOString(),
      command: `BENCH_ROUNDS=${ROUNDS} BENCH_SECONDS=${SECONDS} npm run bench:model -- measure`,
      machine: `${CORES} cores, Node ${process.versions.node}; other programs kept up to ${others.toFixed(2)} cores busy`,
      samples,
      times: fitTimes(samples, pausesMs, workMs),
    };
  } finally {
    await machine.stop();
  }
}

const figuresOf = ({ perSecond, latencies }: Pick<Outcome, "perSecond" | "latencies">) => [
  perSecond,
  quantile(latencies, 0.5),
  quantile(latencies, 0.99),
];

function tellComparison(name: string, run: Run, predicted: Outcome): void {
  const [real, simulated] = [figuresOf(run), figuresOf(predicted)];
  const cells = real.map((value, index) => {
    const [own = 0, digits] = [simulated[index], index === 0 ? 0 : 1];
    const off = own / value - 1;
    const mark = Math.abs(off) <= OFF_MAX ? "" : " **off**";
    return `${value.toFixed(digits)}, ${own.toFixed(digits)} (${off >= 0 ? "+" : ""}${(off * 100).toFixed(0)} %)${mark}`;
  });
  const statements = `${run.statements.toFixed(1)}, ${predicted.statementsPerRequest.toFixed(1)}`;
  console.log(`| ${name} | ${cells.join(" | ")} | ${statements} | ${run.otherCores.toFixed(2)} |`);
}

/** Two real processes, and the same two in the simulation, which gets the cores that other programs left. */
async function compareWithReal({ times }: Measured): Promise<void> {
  const machine = await startMachine(2);
  const predict = (run: Run, load: Load) =>
    simulate(
      { ...times, driverMs: run.driverMs },
      { processes: 2, connections: 16, cores: Math.max(0.2, CORES - run.otherCores), ownCores: false, commitMs: 0 },
      { mix: MIX, ...load, seconds: 20, warmUpSeconds: 2, seed: SEED },
    );
  console.log(
    "\n| Load | requests/s: measured, predicted | p50 ms | p99 ms | statements a request | cores of others |\n|---|---|---|---|---|---|",
  );
  try {
    await machine.run(MIX, { callers: CROWD }, SECONDS);
    const crowd = await runRounds(machine, MIX, { callers: CROWD });
    tellComparison(`${CROWD} callers without a pause`, crowd, predict(crowd, { callers: CROWD }));
    for (const share of SHARES) {
      const load = { perSecond: Math.round(crowd.perSecond * share) };
      const run = await runRounds(machine, MIX, load);
      tellComparison(`${load.perSecond} a second (${share * 100} %)`, run, predict(run, load));
    }
  } finally {
    await machine.stop();
  }
}

/** Processes with a core each, on machines of their own, and a PostgreSQL with so many. */
function tellCapacity({ times }: Measured): void {
  console.log(
    "\n| Web processes | PostgreSQL's cores | requests/s at most | busy: a process, PostgreSQL | p99 at 70 % of it |\n|---|---|---|---|---|",
  );
  for (const cores of [4, 16])
    for (const processes of [2, 4, 8, 16, 32, 64]) {
      const layout = { processes, connections: 16, cores, ownCores: true, commitMs: 1 };
      const load = { mix: MIX, seconds: 2, warmUpSeconds: 0.5, seed: SEED };
      const most = simulate(times, layout, { ...load, callers: 64 * processes });
      const usual = simulate(times, layout, { ...load, perSecond: most.perSecond * 0.7 });
      const busy = [most.nodeCores / processes, most.postgresCores / cores].map(
        (share) => `${(share * 100).toFixed(0)} %`,
      );
      const p99 = quantile(usual.latencies, 0.99).toFixed(0);
      console.log(`| ${processes} | ${cores} | ${most.perSecond.toFixed(0)} | ${busy.join(", ")} | ${p99} ms |`);
    }
}

const isMeasuring = process.argv.includes("measure");
if (isMeasuring) writeFileSync(TIMES, `${JSON.stringify(await measureTimes(), null, 2)}\n`);
const measured = JSON.parse(readFileSync(TIMES, "utf8")) as Measured;
console.log(`Measured ${measured.measuredAt} by \`${measured.command}\`: ${measured.machine}.`);
if (isMeasuring) await compareWithReal(measured);
tellCapacity(measured);
process.exit();

import { createChoice, createRandom, drawExponential } from "../scale/random";
import { createProcess } from "./process";
import { createCores, createThread } from "./processors";
import { createSimulation, type Simulation } from "./simulation";
import type { Mix, ServiceTimes } from "./times";

export interface Layout {
  processes: number;
  /** Of each process. */
  connections: number;
  /** Of PostgreSQL; without `ownCores` of the machine that everything shares, the callers too. */
  cores: number;
  /** Each process has a core of its own, beside PostgreSQL's. */
  ownCores: boolean;
  /** Until a COMMIT is on the disk. */
  commitMs: number;
}

export interface Offered {
  mix: Mix;
  /** An open loop of so many requests a second, or a closed one of so many callers. */
  perSecond?: number;
  callers?: number;
  seconds: number;
  /** Before anything is counted. */
  warmUpSeconds: number;
  seed: number;
}

export interface Outcome {
  perSecond: number;
  latencies: number[];
  /** Cores that were busy with it. */
  nodeCores: number;
  postgresCores: number;
  statementsPerRequest: number;
}

/** The service under a load: the same numbers for the same seed, whichever machine computes them. */
export function simulate(times: ServiceTimes, layout: Layout, offered: Offered): Outcome {
  const simulation = createSimulation();
  const random = createRandom(offered.seed);
  const house = build(simulation, times, layout, random);
  const latencies: number[] = [];
  const choose = createChoice(offered.mix, random);
  startLoad(simulation, offered, random, (then) => {
    const startedMs = simulation.nowMs();
    house.ask(choose(), () => {
      latencies.push(simulation.nowMs() - startedMs);
      then();
    });
  });
  simulation.runUntil(offered.warmUpSeconds * 1000);
  latencies.length = 0;
  const before = house.read();
  simulation.runUntil((offered.warmUpSeconds + offered.seconds) * 1000);
  const after = house.read();
  const lengthMs = offered.seconds * 1000;
  return {
    perSecond: latencies.length / offered.seconds,
    latencies,
    nodeCores: (after.nodeMs - before.nodeMs) / lengthMs,
    postgresCores: (after.postgresMs - before.postgresMs) / lengthMs,
    statementsPerRequest: (after.statements - before.statements) / Math.max(1, latencies.length),
  };
}

function build(simulation: Simulation, times: ServiceTimes, layout: Layout, random: () => number) {
  const postgres = createCores(simulation, layout.cores);
  const done = { postgresMs: 0, nodeMs: 0, statements: 0 };
  const { everyMs, lengthsMs } = times.pauses;
  const draw = () => lengthsMs[Math.floor(random() * lengthsMs.length)] ?? 0;
  const onWork = (workMs: number) => {
    done.nodeMs += workMs;
  };
  const createLoop = () => {
    const cores = layout.ownCores ? createCores(simulation, 1) : postgres;
    return createThread(cores, { onWork, ...(lengthsMs.length > 0 && { pauses: { everyMs, draw } }) });
  };
  const around = {
    simulation,
    times,
    connections: layout.connections,
    commitMs: layout.commitMs,
    runInPostgres: (workMs: number, then: () => void) => {
      done.postgresMs += workMs;
      postgres.run(workMs, then);
    },
    onStatements: (count: number) => {
      done.statements += count;
    },
  };
  const processes = Array.from({ length: layout.processes }, () => createProcess(createLoop(), around));
  const driver = layout.ownCores ? null : createThread(postgres);
  const drive = (then: () => void) => (driver ? driver.do(times.driverMs / 2, then) : then());
  const hop = (then: () => void) => simulation.after(times.hopMs, then);
  let turn = 0;
  return {
    ask(kind: keyof Mix, answered: () => void): void {
      const process = processes[turn % processes.length];
      turn += 1;
      drive(() => hop(() => process?.accept(kind, () => hop(() => drive(answered)))));
    },
    read: () => ({ ...done }),
  };
}

function startLoad(
  simulation: Simulation,
  { perSecond, callers = 0 }: Offered,
  random: () => number,
  ask: (then: () => void) => void,
): void {
  const call = () => ask(call);
  for (let n = 0; n < callers; n += 1) call();
  if (perSecond === undefined) return;
  const arrive = () => {
    ask(() => undefined);
    simulation.after(drawExponential(random, 1000 / perSecond), arrive);
  };
  simulation.after(drawExponential(random, 1000 / perSecond), arrive);
}

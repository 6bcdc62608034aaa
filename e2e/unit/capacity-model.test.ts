import { expect, test } from "vitest";
import { fitTimes, type Sample } from "../../bench/model/fit";
import { createCores, createThread } from "../../bench/model/processors";
import { type Offered, simulate } from "../../bench/model/simulate";
import { createSimulation } from "../../bench/model/simulation";
import { KINDS, type ServiceTimes } from "../../bench/model/times";
import { createRandom, drawExponential } from "../../bench/scale/random";

const MEAN_MS = 1;

/** The mean time in a queue with one server and arrivals by chance, its service included. */
function simulateQueue(load: number, drawServiceMs: (random: () => number) => number): number {
  const simulation = createSimulation();
  const random = createRandom(7);
  const thread = createThread(createCores(simulation, 1));
  let [total, count] = [0, 0];
  const arrive = () => {
    const arrivedMs = simulation.nowMs();
    thread.do(drawServiceMs(random), () => {
      total += simulation.nowMs() - arrivedMs;
      count += 1;
    });
    simulation.after(drawExponential(random, MEAN_MS / load), arrive);
  };
  arrive();
  simulation.runUntil(400_000);
  return total / count;
}

test.each([0.3, 0.5, 0.8])("finds the times of an M/M/1 queue at load %f", (load) => {
  const expected = MEAN_MS / (1 - load);
  const found = simulateQueue(load, (random) => drawExponential(random, MEAN_MS));
  expect(Math.abs(found / expected - 1)).toBeLessThan(0.04);
});

test.each([0.3, 0.5, 0.8])("finds the times of an M/D/1 queue at load %f", (load) => {
  const expected = MEAN_MS * (1 + load / (2 * (1 - load)));
  expect(Math.abs(simulateQueue(load, () => MEAN_MS) / expected - 1)).toBeLessThan(0.03);
});

test("shares cores evenly among more threads than cores", () => {
  const simulation = createSimulation();
  const cores = createCores(simulation, 2);
  const ends: number[] = [];
  for (const workMs of [10, 10, 10, 40]) cores.run(workMs, () => ends.push(simulation.nowMs()));
  simulation.runUntil(1_000);
  // Four of them have half a core each until three end; the last one uses a whole core and no more.
  expect(ends).toEqual([20, 20, 20, 50]);
});

const TIMES: ServiceTimes = {
  node: {
    me: { request: 0.1, statement: 0.05 },
    list: { request: 0.2, statement: 0.05 },
    write: { request: 0.2, statement: 0.05 },
  },
  postgres: {
    me: { request: 0.05, statement: 0.05 },
    list: { request: 0.1, statement: 0.05 },
    write: { request: 0.1, statement: 0.05 },
  },
  statements: { me: 2, list: 4, write: 8 },
  hopMs: 0.05,
  driverMs: 0.1,
  pauses: { everyMs: 50, lengthsMs: [1, 2, 5] },
};
const ALONE = { processes: 1, connections: 16, cores: 4, ownCores: true, commitMs: 1 };
const LOAD: Offered = { mix: { me: 1, list: 1, write: 1 }, callers: 32, seconds: 2, warmUpSeconds: 0.5, seed: 1 };

test("tells the same for the same seed, and something else for another", () => {
  const told = simulate(TIMES, ALONE, LOAD);
  expect(simulate(TIMES, ALONE, LOAD)).toEqual(told);
  expect(simulate(TIMES, ALONE, { ...LOAD, seed: 2 })).not.toEqual(told);
});

test("gives a single caller the sum of the parts", () => {
  const quiet = { ...TIMES, pauses: { everyMs: 0, lengthsMs: [] } };
  const { latencies } = simulate(quiet, ALONE, { ...LOAD, mix: { me: 1, list: 0, write: 0 }, callers: 1 });
  // The request in both, two statements in both, and six hops.
  expect(latencies[0]).toBeCloseTo(0.15 + 2 * 0.1 + 6 * 0.05, 6);
});

test("shares statements among callers, until the event loop is full", () => {
  const few = simulate(TIMES, ALONE, { ...LOAD, callers: 1 });
  const many = simulate(TIMES, ALONE, { ...LOAD, callers: 64 });
  expect(few.statementsPerRequest).toBeCloseTo(5, 0);
  expect(many.statementsPerRequest).toBeLessThan(2);
  expect(many.perSecond).toBeGreaterThan(4 * few.perSecond);
  expect(many.nodeCores).toBeGreaterThan(0.95);
});

test("carries as many requests as arrive while they are fewer than it can, and no more than its cores can do", () => {
  const open = { ...LOAD, callers: 0, perSecond: 500, seconds: 8 };
  expect(Math.abs(simulate(TIMES, ALONE, open).perSecond / 500 - 1)).toBeLessThan(0.05);
  const crowded = simulate(TIMES, { ...ALONE, processes: 8, cores: 1 }, { ...LOAD, callers: 512 });
  expect(crowded.postgresCores).toBeGreaterThan(0.95);
  expect(crowded.postgresCores).toBeLessThanOrEqual(1.01);
});

test("finds the costs of a request and of a statement in loads that share differently", () => {
  const samples = KINDS.flatMap((kind) =>
    [1, 4, 16].map((callers): Sample => {
      const statements = 4 / callers;
      const nodeMs = 0.3 + 0.05 * statements;
      const postgresMs = 0.1 + 0.04 * statements;
      return { kind, callers, statements, nodeMs, postgresMs, driverMs: 0.1, medianMs: 2, perSecond: 500 / nodeMs };
    }),
  );
  // With the largest crowd the process got half of a core: its pauses are half as long as the clock says.
  const times = fitTimes(samples, [2, 4, 6], 600);
  expect(times.node.me.request).toBeCloseTo(0.3 * 0.99, 6);
  expect(times.node.me.statement).toBeCloseTo(0.05 * 0.99, 6);
  expect(times.postgres.write).toEqual({ request: expect.closeTo(0.1, 6), statement: expect.closeTo(0.04, 6) });
  expect(times.statements.list).toBe(4);
  expect(times.pauses.everyMs).toBeCloseTo(594 / 3, 6);
});

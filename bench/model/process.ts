import { createPool, createSharing, type Thread } from "./processors";
import type { Simulation } from "./simulation";
import { type Kind, type ServiceTimes, STEPS, type Step } from "./times";

interface Request {
  kind: Kind;
  /** Of its step. */
  index: number;
  answered: () => void;
}

export interface Around {
  simulation: Simulation;
  times: ServiceTimes;
  connections: number;
  commitMs: number;
  runInPostgres: (workMs: number, done: () => void) => void;
  onStatements: (count: number) => void;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A step's part of the statements that a request alone asks for: others are one each, a transaction has the rest. */
function countStatements(kind: Kind, step: Step, { statements }: ServiceTimes): number {
  const steps = STEPS[kind];
  if (!steps.some(({ isTransaction }) => isTransaction)) return statements[kind] / steps.length;
  return step.isTransaction ? statements[kind] - (steps.length - 1) : 1;
}

interface Trips {
  count: number;
  /** Of each. */
  nodeMs: number;
  postgresMs: number;
  /** Of the last one. */
  commitMs: number;
}

/** Sends, waits and reads, so many times. */
function makeTrips(thread: Thread, around: Around, trips: Trips, done: () => void): void {
  const { simulation, times, runInPostgres } = around;
  const { count, nodeMs, postgresMs, commitMs } = trips;
  const hop = (then: () => void) => simulation.after(times.hopMs, then);
  const read = () =>
    thread.do(nodeMs / 2, () => {
      if (count === 1) done();
      else makeTrips(thread, around, { ...trips, count: count - 1 }, done);
    });
  const receive = () => simulation.after(count === 1 ? commitMs : 0, read);
  thread.do(nodeMs / 2, () => hop(() => runInPostgres(postgresMs, () => hop(receive))));
}

/** One process of the service: its event loop, its connections, and the statements that its requests share. */
export function createProcess(thread: Thread, around: Around) {
  const { times, onStatements } = around;
  const pool = createPool(around.connections);
  const sharing = new Map<string, (request: Request) => void>();
  const turnMs = (kind: Kind) => times.node[kind].request / (STEPS[kind].length + 1);

  function runStep(step: Step, requests: readonly Request[], done: () => void): void {
    const kind = requests[0]?.kind ?? "me";
    const statements = countStatements(kind, step, times);
    onStatements(statements);
    const count = step.isTransaction ? 2 : 1;
    const own = sum(requests.map((request) => times.postgres[request.kind].request / STEPS[request.kind].length));
    const trips: Trips = {
      count,
      nodeMs: (times.node[kind].statement * statements) / count,
      postgresMs: (times.postgres[kind].statement * statements + own) / count,
      commitMs: step.isTransaction ? around.commitMs : 0,
    };
    pool.take((giveBack) =>
      makeTrips(thread, around, trips, () => {
        giveBack();
        for (const request of requests) goOn(request);
        done();
      }),
    );
  }

  function findSharing(step: Step): (request: Request) => void {
    const found = sharing.get(step.name);
    if (found) return found;
    const created = createSharing<Request>(thread, step, (requests, done) => runStep(step, requests, done));
    sharing.set(step.name, created);
    return created;
  }

  function enter(request: Request): void {
    const step = STEPS[request.kind][request.index];
    if (step) findSharing(step)(request);
    else request.answered();
  }

  function goOn(request: Request): void {
    request.index += 1;
    thread.do(turnMs(request.kind), () => enter(request));
  }

  return {
    accept(kind: Kind, answered: () => void): void {
      thread.do(turnMs(kind), () => enter({ kind, index: 0, answered }));
    },
  };
}

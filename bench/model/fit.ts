import { quantile } from "../scale/random";
import { KINDS, type Kind, type ServiceTimes } from "./times";

/** One measured load of one kind; milliseconds and statements of a request. */
export interface Sample {
  kind: Kind;
  callers: number;
  nodeMs: number;
  postgresMs: number;
  driverMs: number;
  statements: number;
  /** The median time of a call, its wait included. */
  medianMs: number;
  /** Requests a second. */
  perSecond: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * The price of a request by itself and of each of its statements: a line through the loads of the kind. The more
 * callers, the fewer statements a request, which is what tells the two apart.
 */
function fitCost(samples: readonly Sample[], of: (sample: Sample) => number): { request: number; statement: number } {
  const [x, y] = [mean(samples.map(({ statements }) => statements)), mean(samples.map(of))];
  const covariance = mean(samples.map((sample) => (sample.statements - x) * (of(sample) - y)));
  const variance = mean(samples.map(({ statements }) => (statements - x) ** 2));
  // Neither part can be less than nothing, however the noise of the machine bends the line.
  const statement = Math.min(Math.max(0, variance > 0 ? covariance / variance : 0), y / Math.max(x, Number.EPSILON));
  return { statement, request: y - statement * x };
}

const PAUSE_STEPS = 20;

/**
 * `clockedMs` are the collector's pauses within `workMs` of the process's work, by the clock: it went on while others had the
 * core. A crowd keeps the process busy all the time, so the share of a core that it got then is that of a pause, too.
 */
export function fitTimes(samples: readonly Sample[], clockedMs: readonly number[], workMs: number): ServiceTimes {
  const callersMax = Math.max(...samples.map(({ callers }) => callers));
  const crowds = samples.filter(({ callers }) => callers === callersMax);
  const got = Math.min(1, mean(crowds.map(({ perSecond, nodeMs }) => (perSecond * nodeMs) / 1000)));
  const pausesMs = clockedMs.map((pause) => pause * got);
  const paused = pausesMs.reduce((sum, pause) => sum + pause, 0);
  // Pauses are told apart from the work that they interrupt.
  const share = Math.max(0, 1 - paused / workMs);
  const perKind = <Value>(fitOf: (own: Sample[]) => Value) =>
    Object.fromEntries(KINDS.map((kind) => [kind, fitOf(samples.filter((sample) => sample.kind === kind))])) as Record<
      Kind,
      Value
    >;
  const node = perKind((own) => fitCost(own, ({ nodeMs }) => nodeMs * share));
  const postgres = perKind((own) => fitCost(own, ({ postgresMs }) => postgresMs));
  const driverMs = mean(samples.map((sample) => sample.driverMs));
  // A single caller waits for nobody: what its calls take beyond all processor time is spent between processes.
  const alone = samples.filter(({ callers }) => callers === 1);
  const idle = alone.map((sample) => {
    const worked = sample.nodeMs + sample.postgresMs + sample.driverMs;
    return Math.max(0, sample.medianMs - worked) / (2 * (Math.round(sample.statements) + 1));
  });
  return {
    node,
    postgres,
    statements: perKind((own) => own.find(({ callers }) => callers === 1)?.statements ?? 0),
    hopMs: mean(idle),
    driverMs,
    pauses: {
      everyMs: pausesMs.length > 0 ? (workMs - paused) / pausesMs.length : 0,
      lengthsMs:
        pausesMs.length > 0
          ? Array.from({ length: PAUSE_STEPS }, (_, n) => quantile(pausesMs, (n + 0.5) / PAUSE_STEPS))
          : [],
    },
  };
}

import { readMachineMs, readProcessorMs } from "../processor-time";
import { KINDS, type Kind, ordinaryCalls } from "./calls";
import { drive } from "./load";
import { quantile } from "./random";
import type { Receivers } from "./receivers";
import type { Scene } from "./scene";

export const GROUPS = ["reads", "writes", "deliveries"] as const;
export type Group = (typeof GROUPS)[number];

export interface Measured {
  latencies: Record<Group, readonly number[]>;
  kinds: Record<Kind, readonly number[]>;
  /** Cores that the service, PostgreSQL and all else on the machine kept busy. */
  cores: { service: number; postgres: number; others: number };
}

interface Load {
  perSecond: number;
  seconds: number;
  seed: number;
}

/** The ordinary tenants' calls and deliveries, for so many seconds. Every one of them has to succeed. */
export async function measureOrdinary(scene: Scene, receivers: Receivers, load: Load): Promise<Measured> {
  const { size, client, processes } = scene;
  await receivers.read();
  const read = async () => {
    const [{ own, database }, node] = [await readProcessorMs(client), processes.readProcessorMs()];
    return { own, database, node, machine: readMachineMs(), atMs: performance.now() };
  };
  const before = await read();
  const made = await drive({ ...load, next: ordinaryCalls(processes.base, size) });
  const after = await read();
  const refused = made.filter(({ status }) => status >= 300);
  if (refused.length > 0) throw new Error(`${refused.length} ordinary calls failed: ${JSON.stringify(refused[0])}`);
  const of = (...kinds: readonly Kind[]) => made.flatMap(({ kind, tookMs }) => (kinds.includes(kind) ? tookMs : []));
  const busy = (name: "database" | "machine" | "node" | "own") =>
    (after[name] - before[name]) / (after.atMs - before.atMs);
  return {
    latencies: {
      reads: of("list", "read", "rooms", "me"),
      writes: of("write"),
      deliveries: (await receivers.read()).latencies,
    },
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, number[]>,
    cores: {
      service: busy("node"),
      postgres: busy("database"),
      others: Math.max(0, busy("machine") - busy("node") - busy("database") - busy("own")),
    },
  };
}

export interface Figures {
  p50: number;
  p99: number;
}

export const figuresOf = (values: readonly number[]): Figures => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
});

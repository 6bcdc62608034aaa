import { existsSync, readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

const TICK_MS = 10;

export interface ProcessorMs {
  own: number;
  database: number;
}

function readProcess(pid: number | string): { parent: number; ticks: number; endedTicks: number } | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  try {
    const fields = readFileSync(path, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    return { parent: Number(fields[1]), ticks: sum(11), endedTicks: sum(13) };
  } catch {
    // It ended meanwhile.
    return null;
  }
}

export const readProcessorMsOf = (pid: number): number => (readProcess(pid)?.ticks ?? 0) * TICK_MS;

export function readMachineMs(): number {
  if (!existsSync("/proc/stat")) return Number.NaN;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  return (user + nice + system + irq + softirq) * TICK_MS;
}

export async function readProcessorMs(client: pg.Client): Promise<ProcessorMs> {
  const { user, system } = process.cpuUsage();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = readProcess(rows[0]?.pid ?? 0)?.parent ?? 0;
  const { ticks, endedTicks } = readProcess(postmaster) ?? { ticks: 0, endedTicks: 0 };
  const children = (existsSync("/proc") ? readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? [])
    .filter(({ parent }) => postmaster !== 0 && parent === postmaster);
  const database = children.reduce((sum, child) => sum + child.ticks, ticks + endedTicks) * TICK_MS;
  return { own: (user + system) / 1000, database };
}

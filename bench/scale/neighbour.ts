import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { anonymousCalls, heavyCalls, noisyCalls, troubledCalls } from "./calls";
import { drive, driveClosed } from "./load";
import type { Size } from "./size";

export interface Neighbour {
  part: "noisy" | "troubled" | "heavy" | "crowd";
  base: string;
  size: Size;
  cookie: string;
  perSecond: number;
  seconds: number;
  seed: number;
}

const CROWD = 800;

/** Responses by status. */
export type Heard = Record<string, number>;

/** A tenant that disturbs, driven by a process of its own: what the driver costs must not delay the measured calls. */
export function startNeighbour(neighbour: Neighbour): { ended: Promise<Heard>; stop(): void } {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(neighbour)], { execArgv: ["--import", "tsx"] });
  const ended = new Promise<Heard>((resolve, reject) => {
    child.once("message", (heard) => resolve(heard as Heard));
    child.once("exit", (code) => reject(new Error(`The neighbour ended with ${code}.`)));
  });
  ended.catch(() => undefined);
  return { ended, stop: () => void child.kill() };
}

async function disturb({ part, base, size, cookie, ...load }: Neighbour): Promise<Heard> {
  const made = await {
    noisy: () => drive({ ...load, next: noisyCalls(base, size) }),
    troubled: () => drive({ ...load, next: troubledCalls(base, size) }),
    heavy: () => drive({ ...load, next: heavyCalls(base, size, cookie) }),
    crowd: () => driveClosed(CROWD, load.seconds, anonymousCalls(base)),
  }[part]();
  const heard: Heard = {};
  for (const { status } of made) heard[status] = (heard[status] ?? 0) + 1;
  return heard;
}

if (process.send && process.argv[2]) {
  process.send(await disturb(JSON.parse(process.argv[2]) as Neighbour));
  process.disconnect();
}

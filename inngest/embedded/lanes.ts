import type { ClaimedRun } from "./claim-store";

export interface ActiveRun {
  run: ClaimedRun;
  isLost: boolean;
  ended: Promise<void>;
}

/** The runs that this process has, a bounded number of them. */
export interface Lanes {
  readonly free: number;
  list(): ActiveRun[];
  /** Starts the work; the lane is free again when it has ended, however it ended. */
  enter(run: ClaimedRun, work: (active: ActiveRun) => Promise<void>): void;
}

export function createLanes(count: number, onFree: () => void): Lanes {
  const active = new Set<ActiveRun>();
  return {
    get free() {
      return count - active.size;
    },
    list: () => [...active],
    enter(run, work) {
      const entry: ActiveRun = { run, isLost: false, ended: Promise.resolve() };
      active.add(entry);
      entry.ended = work(entry).finally(() => {
        active.delete(entry);
        onFree();
      });
    },
  };
}

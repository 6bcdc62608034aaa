import type { ClaimedRun } from "./claim-runs";
import type { Kind } from "./plan";

export interface ActiveRun {
  run: ClaimedRun;
  isLost: boolean;
  ended: Promise<void>;
}

/** The runs that this process has, a bounded number of each kind. */
export interface Lanes {
  countOpen(kind: Kind): number;
  list(): ActiveRun[];
  /** Starts the work; the lane is free again when it has ended, however it ended. */
  enter(run: ClaimedRun, work: (active: ActiveRun) => Promise<void>): void;
}

export function createLanes(
  counts: Readonly<Record<Kind, number>>,
  kindOf: (run: ClaimedRun) => Kind,
  onFree: () => void,
): Lanes {
  const active = new Set<ActiveRun>();
  return {
    countOpen: (kind) => counts[kind] - [...active].filter(({ run }) => kindOf(run) === kind).length,
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

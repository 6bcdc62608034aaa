import type { Simulation } from "./simulation";

/** Cores that all runnable threads share evenly; one thread uses one core at most. */
export interface Cores {
  run(workMs: number, done: () => void): void;
}

interface Running {
  /** In the work that each thread has got since the beginning. */
  endsAt: number;
  done: () => void;
}

export function createCores(simulation: Simulation, count: number): Cores {
  const running: Running[] = [];
  let [given, changedMs, version] = [0, 0, 0];
  const advance = () => {
    given += (simulation.nowMs() - changedMs) * Math.min(1, count / Math.max(1, running.length));
    changedMs = simulation.nowMs();
  };
  const schedule = () => {
    version += 1;
    const mine = version;
    const next = running[0];
    if (!next) return;
    const rate = Math.min(1, count / running.length);
    simulation.after((next.endsAt - given) / rate, () => {
      if (mine !== version) return;
      advance();
      running.shift();
      schedule();
      next.done();
    });
  };
  return {
    run(workMs, done) {
      advance();
      const one = { endsAt: given + workMs, done };
      // Few run at a time: a sorted list is as good as a heap.
      let index = running.length;
      while (index > 0 && (running[index - 1] as Running).endsAt > one.endsAt) index -= 1;
      running.splice(index, 0, one);
      schedule();
    },
  };
}

/** One thing after the other, as Node.js works: what comes meanwhile waits in line. */
export interface Thread {
  do(workMs: number, done: () => void): void;
}

export interface Pauses {
  /** Work of the thread between two pauses, and how long one takes. */
  everyMs: number;
  draw: () => number;
}

interface ThreadOptions {
  pauses?: Pauses;
  /** Told of all work, pauses included. */
  onWork?: (workMs: number) => void;
}

export function createThread(cores: Cores, { pauses, onWork }: ThreadOptions = {}): Thread {
  const line: { workMs: number; done: () => void }[] = [];
  let [head, isBusy, sinceMs] = [0, false, 0];
  const next = () => {
    const job = line[head];
    if (!job) {
      isBusy = false;
      return;
    }
    head += 1;
    if (head > 1_000 && head * 2 > line.length) {
      line.splice(0, head);
      head = 0;
    }
    sinceMs += job.workMs;
    let workMs = job.workMs;
    if (pauses && sinceMs >= pauses.everyMs) {
      sinceMs = 0;
      workMs += pauses.draw();
    }
    onWork?.(workMs);
    cores.run(workMs, () => {
      job.done();
      next();
    });
  };
  return {
    do(workMs, done) {
      line.push({ workMs, done });
      if (isBusy) return;
      isBusy = true;
      next();
    },
  };
}

/** So many at a time, as a pool has connections. */
export interface Pool {
  take(use: (giveBack: () => void) => void): void;
}

export function createPool(size: number): Pool {
  const waiting: (() => void)[] = [];
  let free = size;
  return {
    take(use) {
      const begin = () =>
        use(() => {
          const next = waiting.shift();
          if (next) next();
          else free += 1;
        });
      if (free === 0) {
        waiting.push(begin);
        return;
      }
      free -= 1;
      begin();
    },
  };
}

export interface BatchRules {
  lanes: number;
  maxItems: number;
}

/** As `lib/db/batch.ts`: callers that come while its lanes are under way gather, and share the next run. */
export function createSharing<Item>(
  thread: Thread,
  { lanes, maxItems }: BatchRules,
  run: (items: readonly Item[], done: () => void) => void,
): (item: Item) => void {
  let [queue, running, isAwaited]: [Item[], number, boolean] = [[], 0, false];
  const drain = () => {
    const items = queue.slice(0, maxItems);
    queue = queue.slice(maxItems);
    run(items, () => {
      if (queue.length > 0) {
        drain();
        return;
      }
      running -= 1;
    });
  };
  const begin = () => {
    isAwaited = false;
    while (running < lanes && queue.length > 0) {
      running += 1;
      drain();
    }
  };
  return (item) => {
    queue.push(item);
    if (running === lanes || isAwaited) return;
    isAwaited = true;
    // The end of the event loop's turn: what is in line already still joins.
    thread.do(0, begin);
  };
}

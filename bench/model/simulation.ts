/** Discrete events in virtual milliseconds. Nothing here asks a clock or draws by chance: equal inputs, equal results. */
export interface Simulation {
  nowMs(): number;
  after(delayMs: number, act: () => void): void;
  /** Runs what is due until then. */
  runUntil(untilMs: number): void;
}

interface Event {
  atMs: number;
  /** Of events at the same instant, the one that was scheduled first is first. */
  order: number;
  act: () => void;
}

const isBefore = (a: Event, b: Event) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** A binary heap. */
function createQueue() {
  const heap: Event[] = [];
  const at = (index: number) => heap[index] as Event;
  return {
    first: (): Event | undefined => heap[0],
    push(event: Event): void {
      let index = heap.push(event) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isBefore(event, at(parent))) break;
        heap[index] = at(parent);
        index = parent;
      }
      heap[index] = event;
    },
    shift(): void {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && isBefore(at(child + 1), at(child))) child += 1;
        if (!isBefore(at(child), last)) break;
        heap[index] = at(child);
        index = child;
      }
      heap[index] = last;
    },
  };
}

export function createSimulation(): Simulation {
  const queue = createQueue();
  let [nowMs, order] = [0, 0];
  return {
    nowMs: () => nowMs,
    after(delayMs, act) {
      order += 1;
      queue.push({ atMs: nowMs + Math.max(0, delayMs), order, act });
    },
    runUntil(untilMs) {
      for (let event = queue.first(); event !== undefined && event.atMs <= untilMs; event = queue.first()) {
        queue.shift();
        nowMs = event.atMs;
        event.act();
      }
      nowMs = untilMs;
    },
  };
}

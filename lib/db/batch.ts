import { observe } from "../platform/meters";
import { shared } from "../platform/shared";
import { captureSpan } from "../platform/spans";
import { isDatabaseAway } from "./database-away";

export interface BatchOptions<In> {
  maxItems?: number;
  weigh?: (item: In) => number;
  maxWeight?: number;
  lanes?: number;
  lingerMs?: number;
  enough?: number;
  isUrgent?: (item: In) => boolean;
  name?: string;
}

interface Waiting<In, Out> {
  item: In;
  within: ReturnType<typeof captureSpan>;
  resolve: (out: Out) => void;
  reject: (reason: unknown) => void;
}

/**
 * Group commit: while one statement runs the next callers gather, and each is answered by a statement that began after
 * it asked. With `lingerMs` the first item waits that long for others, unless `enough` have come or one of them is
 * urgent.
 */
export function createBatch<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  options: BatchOptions<In> = {},
): (item: In) => Promise<Out> {
  const { maxItems = 256, weigh, maxWeight = Number.POSITIVE_INFINITY, lanes = 1, lingerMs = 0, name } = options;
  const { enough = maxItems, isUrgent = () => false } = options;
  let queue: Waiting<In, Out>[] = [];
  let running = 0;
  let isAwaited = false;
  let timer: NodeJS.Timeout | undefined;
  const atOnce = lingerMs > 0 ? enough : 1;

  async function answer(group: readonly Waiting<In, Out>[]): Promise<void> {
    const startedMs = performance.now();
    try {
      const items = group.map(({ item }) => item);
      const results = await (group[0]?.within(() => run(items)) ?? []);
      if (name !== undefined) measure(name, group.length, startedMs);
      for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as Out);
    } catch (error) {
      // No item is to blame when the database is away, and each alone would wait as long for it again.
      if (group.length === 1 || isDatabaseAway(error)) return rejectAll(group, error);
      // One bad item must not fail its neighbours, so each is tried alone.
      await Promise.all(group.map((waiting) => answer([waiting])));
    }
  }

  async function drain(): Promise<void> {
    do {
      const size = weigh ? countUpTo(maxWeight, queue, weigh, maxItems) : maxItems;
      const group = queue.slice(0, size);
      queue = queue.slice(size);
      await answer(group);
    } while (queue.length >= atOnce);
    running -= 1;
    if (queue.length > 0) wait();
  }

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    isAwaited = false;
    while (running < lanes && queue.length > 0) {
      running += 1;
      void drain();
    }
  }

  function wait(): void {
    if (isAwaited) return;
    isAwaited = true;
    if (lingerMs > 0) timer = setTimeout(begin, lingerMs);
    else setImmediate(begin);
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, within: captureSpan(), resolve, reject });
      if (running === lanes) return;
      if (lingerMs > 0 && (queue.length >= atOnce || isUrgent(item))) begin();
      else wait();
    });
}

function countUpTo<In>(
  maxWeight: number,
  queue: readonly { item: In }[],
  weigh: (item: In) => number,
  maxItems: number,
): number {
  let weight = 0;
  const tooHeavy = queue.slice(0, maxItems).findIndex(({ item }) => {
    weight += weigh(item);
    return weight > maxWeight;
  });
  return tooHeavy === -1 ? maxItems : Math.max(tooHeavy, 1);
}

function rejectAll(group: readonly { reject: (reason: unknown) => void }[], error: unknown): void {
  for (const { reject } of group) reject(error);
}

function measure(batch: string, items: number, startedMs: number): void {
  observe("svc_group_commit_items", { batch }, items);
  observe("svc_group_commit_seconds", { batch }, (performance.now() - startedMs) / 1000);
}

export function sharedBatch<In, Out>(
  name: string,
  run: (items: readonly In[]) => Promise<readonly Out[]>,
): (item: In) => Promise<Out> {
  return (item) => shared(name, () => createBatch(run, { name }))(item);
}

import { observe } from "../platform/meters";
import { shared } from "../platform/shared";
import { captureSpan } from "../platform/spans";
import { isDatabaseAway } from "./database-away";

export interface BatchOptions {
  maxItems?: number;
  lanes?: number;
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
 * it asked.
 */
export function createBatch<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { maxItems = 256, lanes = 1, name }: BatchOptions = {},
): (item: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  let running = 0;
  let isAwaited = false;

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
      const group = queue.slice(0, maxItems);
      queue = queue.slice(maxItems);
      await answer(group);
    } while (queue.length > 0);
    running -= 1;
  }

  function begin(): void {
    isAwaited = false;
    while (running < lanes && queue.length > 0) {
      running += 1;
      void drain();
    }
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, within: captureSpan(), resolve, reject });
      if (running === lanes || isAwaited) return;
      isAwaited = true;
      setImmediate(begin);
    });
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

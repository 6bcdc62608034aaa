/** A run that is due; `concurrencyKey` lists all of its keys. */
export interface Candidate {
  id: string;
  functionId: string;
  concurrencyKey: string;
  wakeAtMs: number;
}

/** Keys that are being worked on, with the number of runs of each. */
export type Busy = ReadonlyMap<string, number>;

export function countBusy(groups: readonly { concurrencyKey: string; runs: number }[]): Map<string, number> {
  const busy = new Map<string, number>();
  for (const { concurrencyKey, runs } of groups) {
    for (const key of readKeys(concurrencyKey)) busy.set(key, (busy.get(key) ?? 0) + runs);
  }
  return busy;
}

/** The oldest first, each only while all of its keys are below their limits. */
export function chooseRuns(
  candidates: readonly Candidate[],
  busy: Busy,
  listLimits: (functionId: string) => readonly number[],
  lanes: number,
): string[] {
  const counts = new Map(busy);
  const chosen: string[] = [];
  const inOrder = candidates.toSorted((a, b) => a.wakeAtMs - b.wakeAtMs || (a.id < b.id ? -1 : 1));
  for (const { id, functionId, concurrencyKey } of inOrder) {
    if (chosen.length >= lanes) break;
    const keys = readKeys(concurrencyKey);
    const limits = listLimits(functionId);
    if (!keys.every((key, index) => (counts.get(key) ?? 0) < (limits[index] ?? Number.POSITIVE_INFINITY))) continue;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    chosen.push(id);
  }
  return chosen;
}

function readKeys(concurrencyKey: string): string[] {
  return concurrencyKey === "" ? [] : (JSON.parse(concurrencyKey) as string[]);
}

export interface WantedUnits {
  entityId: string;
  month: string;
  units: number;
  limit: number | null;
  apiKeyId: string | null;
  keyLimit: number | null;
}

export function writeWanted<Wanted extends WantedUnits>(
  groups: readonly (readonly Wanted[])[],
): { sums: string; limits: string } {
  const limits: Record<string, number | null> = {};
  const sums = groups.map((group) => {
    let total = 0;
    let keys: Record<string, number> | undefined;
    for (const { units, apiKeyId, keyLimit } of group) {
      total += units;
      if (apiKeyId === null) continue;
      limits[apiKeyId] = keyLimit;
      keys ??= {};
      keys[apiKeyId] = (keys[apiKeyId] ?? 0) + units;
    }
    const { entityId, month, limit } = group[0] as Wanted;
    if (limit !== null) limits[entityId] = limit;
    return { entityId, month, total, keys };
  });
  return { sums: JSON.stringify(sums), limits: JSON.stringify(limits) };
}

export function groupByLedgerRow<Wanted extends WantedUnits>(requests: readonly Wanted[]): Map<string, Wanted[]> {
  return groupBy(requests, nameLedgerRow);
}

export function nameLedgerRow({ entityId, month }: Pick<WantedUnits, "entityId" | "month">): string {
  return `${entityId} ${month}`;
}

export function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

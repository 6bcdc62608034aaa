export interface PartitionedTable {
  parent: string;
  name: string;
  key: string;
  span: "day" | "month";
  ahead: number;
  boundAt?: (at: Date) => string;
  entity: string;
}

export interface Partition {
  name: string;
  start: Date;
  end: Date;
  isUnsplit: boolean;
}

export function readPartitionName({ name, span }: PartitionedTable, partition: string): Partition | null {
  const [, until, year, month, day] = /^_(until_)?(\d{4})_(\d\d)(?:_(\d\d))?$/.exec(partition.slice(name.length)) ?? [];
  if (year === undefined) return null;
  const isUnsplit = until !== undefined;
  const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return { name: partition, start, end: isUnsplit ? start : startOfSpan({ span }, start, 1), isUnsplit };
}

export function startOfSpan({ span }: Pick<PartitionedTable, "span">, at: Date, ahead: number): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return new Date(span === "month" ? Date.UTC(year, month + ahead, 1) : Date.UTC(year, month, at.getUTCDate() + ahead));
}

export function nameOf({ name, span }: PartitionedTable, from: Date): string {
  const day = from.toISOString().slice(0, span === "month" ? 7 : 10);
  return `${name}_${day.replaceAll("-", "_")}`;
}

export function boundOf({ boundAt }: PartitionedTable, at: Date): string {
  return boundAt ? boundAt(at) : at.toISOString();
}

/**
 * A table partitioned by time. Its partitions are in the schema `partitions`, where Prisma does not look (decision 7).
 * `<name>_default` takes rows of a span that has no partition.
 */
export interface PartitionedTable {
  /** With its schema, unless that is `public`. */
  parent: string;
  /** Names of partitions begin with it. */
  name: string;
  /** The column of the partition key. */
  key: string;
  span: "day" | "month";
  /** Spans created ahead of the current one. */
  ahead: number;
  /** The lowest key of rows of this instant or later; without it, keys are instants. */
  boundAt?: (at: Date) => string;
  /** An expression for the billing entity of the row `t`: rows under a legal hold outlive their span (decision 67). */
  entity: string;
}

export interface Partition {
  name: string;
  start: Date;
  /** Its rows are older. */
  end: Date;
  /** `<name>_until_<day>`: all rows from before the table was partitioned. */
  isUnsplit: boolean;
}

/** null: the name is not that of a span. */
export function readPartitionName({ name, span }: PartitionedTable, partition: string): Partition | null {
  const [, until, year, month, day] = /^_(until_)?(\d{4})_(\d\d)(?:_(\d\d))?$/.exec(partition.slice(name.length)) ?? [];
  if (year === undefined) return null;
  const isUnsplit = until !== undefined;
  const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return { name: partition, start, end: isUnsplit ? start : startOfSpan({ span }, start, 1), isUnsplit };
}

/** The span `ahead` of that of `at`. */
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

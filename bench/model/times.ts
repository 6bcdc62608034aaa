export const KINDS = ["me", "list", "write"] as const;
export type Kind = (typeof KINDS)[number];
export type Mix = Readonly<Record<Kind, number>>;

/** Processor time in milliseconds: of a request, and of a statement however many requests share it. */
interface Cost {
  request: number;
  statement: number;
}

/** Measured by `npm run bench:model -- measure`. */
export interface ServiceTimes {
  node: Record<Kind, Cost>;
  postgres: Record<Kind, Cost>;
  /** Statements of a request that shares none, BEGIN and COMMIT included. */
  statements: Record<Kind, number>;
  /** Passing from one process to another, which costs no processor time: each way of a request and of a statement. */
  hopMs: number;
  /** Of the caller, where it works on the same cores. */
  driverMs: number;
  /** Of the collector: work between two pauses, and how long they take, from the shortest to the longest. */
  pauses: { everyMs: number; lengthsMs: readonly number[] };
}

/** A thing that a request asks PostgreSQL for. Requests that ask at the same moment share it. */
export interface Step {
  name: string;
  lanes: number;
  maxItems: number;
  /** It has two round trips, and the second ends on the disk. */
  isTransaction?: boolean;
}

const share = (name: string, lanes = 1, maxItems = 256): Step => ({ name, lanes, maxItems });

/** One after the other, as `lib` declares them: names, lanes and largest groups of `createBatch`. */
export const STEPS: Readonly<Record<Kind, readonly Step[]>> = {
  me: [share("find-access-tokens"), share("charge")],
  list: [share("find-api-keys"), share("find-rooms"), share("list-messages", 4, 8), share("charge")],
  write: [share("find-access-tokens"), share("find-rooms"), { ...share("transaction", 2, 64), isTransaction: true }],
};

/** The facts of a request that gates saw, as `request_details.facts` keeps them: short names, because there are many rows. */
export interface RequestFacts {
  /** Microseconds of each step of `STEPS` (lib/api/trace.ts). null: the request did not come by. */
  t?: readonly (number | null)[];
  /** The step that refused it, as an index of `STEPS`. */
  s?: number;
  /** The ids of the path but the room's, by their names; null: the caller's text has not the form of an id. */
  p?: Readonly<Record<string, string | null>>;
  /** Names of query parameters, and only such as the endpoint declares. */
  q?: readonly string[];
  /** User agent, without credentials. */
  a?: string;
  /** The first part of the client's address. */
  n?: string;
  /** The axes of the burst: scope, limit, and what is left after this request. */
  b?: readonly (readonly [scope: string, limit: number, left: number])[];
  /** The axis that was full. */
  x?: string;
  /** Units of the month: limit (null: none), used, and the cost of this request. */
  u?: readonly [limit: number | null, used: number, cost: number];
  /** The verdict on the Idempotency-Key; absent: none was sent, or the request ended before. */
  k?: "new" | "replayed";
  /** The caller's role in the room as of then. */
  o?: number;
  /** The resource that it made or changed. */
  m?: string;
  /** The events that it caused. */
  v?: readonly string[];
  /** Constants of the error's details. */
  e?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The part of a request's row that its audit row lacks. */
export interface RequestDetail {
  roomId: string | null;
  facts: RequestFacts;
}

export function readFacts(text: string): RequestFacts {
  return JSON.parse(text) as RequestFacts;
}

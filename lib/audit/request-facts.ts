/** In place of a number that only PostgreSQL knows, once the statement that writes the facts has charged the units. */
export const USED_LATER = "?";

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

/** Facts on their way to PostgreSQL. */
export type DraftFacts = Omit<RequestFacts, "u"> & {
  u?: readonly [limit: number | null, used: number | typeof USED_LATER, cost: number];
};

/** The part of a request's row that its audit row lacks. */
export interface RequestDetail {
  roomId: string | null;
  facts: DraftFacts;
}

/**
 * Numbers in front, because JSON of lists costs most of a request's row: times; axes; units. The rest is JSON.
 * `40,1,,310;actor 120 119,organization 300 280;20000 312 1{"a":"svc/1.2"}`
 */
export function writeFacts({ t, b, u, ...rest }: DraftFacts, eventIds: readonly string[] = []): string {
  const others = eventIds.length === 0 ? rest : { v: eventIds, ...rest };
  if (!t) return JSON.stringify(others);
  let text = t.join(",");
  if (b || u) text += ";";
  if (b) for (const [scope, limit, left] of b) text += `${scope} ${limit} ${left},`;
  if (u) text += `;${u[0] ?? ""} ${u[1]} ${u[2]}`;
  return text + JSON.stringify(others);
}

export function readFacts(text: string): RequestFacts {
  const end = text.indexOf("{");
  const rest = JSON.parse(text.slice(end)) as RequestFacts;
  if (end === 0) return rest;
  const [times = "", axes, units] = text.slice(0, end).split(";");
  const t = times.split(",").map(readNumber);
  return { ...rest, t, ...(axes ? { b: readAxes(axes) } : {}), ...(units ? { u: readUnits(units) } : {}) };
}

function readNumber(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}

function readAxes(text: string): NonNullable<RequestFacts["b"]> {
  return text
    .split(",")
    .filter((axis) => axis !== "")
    .map((axis) => {
      const [scope = "", limit, left] = axis.split(" ");
      return [scope, Number(limit), Number(left)] as const;
    });
}

function readUnits(text: string): NonNullable<RequestFacts["u"]> {
  const [limit, used, cost] = text.split(" ");
  return [readNumber(limit), Number(used), Number(cost)];
}

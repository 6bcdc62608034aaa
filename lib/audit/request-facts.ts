/** PostgreSQL puts the used units here, once the statement that writes the facts has charged them. */
export const USED_LATER = "?";

export interface RequestFacts {
  t?: readonly (number | null)[];
  s?: number;
  p?: Readonly<Record<string, string | null>>;
  q?: readonly string[];
  a?: string;
  n?: string;
  b?: readonly (readonly [scope: string, limit: number, left: number])[];
  x?: string;
  u?: readonly [limit: number | null, used: number, cost: number];
  k?: "new" | "replayed";
  o?: number;
  m?: string;
  v?: readonly string[];
  e?: Readonly<Record<string, string | number | readonly string[]>>;
}

export type DraftFacts = Omit<RequestFacts, "u"> & {
  u?: readonly [limit: number | null, used: number | typeof USED_LATER, cost: number];
};

export interface RequestDetail {
  roomId: string | null;
  facts: DraftFacts;
}

/**
 * Numbers come first, because JSON of lists costs most of a row: times; axes; units. The rest is JSON.
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

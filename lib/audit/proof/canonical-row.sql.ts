// SQL: PostgreSQL writes and hashes the rows, so that they never leave it.
import { bigint, instant, integer, json, nullable, type SqlType, text } from "../../db/statement";

/** Changed members need a new version, because hashes of older rows must stay as they are. */
export const ROW_VERSION = 1;

export const LOGGED_ROW = {
  id: bigint,
  at: instant,
  requestId: text,
  surface: text,
  method: text,
  route: text,
  status: integer,
  errorCode: nullable(text),
  authMethod: nullable(text),
  actorType: nullable(text),
  actorId: nullable(text),
  scopes: text,
  billingEntityId: nullable(text),
  organizationId: nullable(text),
  userId: nullable(text),
  apiKeyId: nullable(text),
  appId: nullable(text),
  grantId: nullable(text),
  externalTokenId: nullable(text),
  unitsCost: integer,
  durationMs: nullable(integer),
  address: nullable(text),
  requests: integer,
  resourceId: nullable(text),
  details: nullable(json<Record<string, unknown>>()),
  transactionId: bigint,
};

interface Member {
  name: string;
  column: string;
  type: SqlType<unknown>;
}

const MEMBERS: Member[] = Object.entries(LOGGED_ROW)
  .map(([name, type]) => ({
    name,
    column: `a.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    type,
  }))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

const WRITE_VALUE: Record<string, (column: string) => [open: string, value: string, close: string]> = {
  bigint: (column) => ['"', `${column}::text`, '"'],
  integer: (column) => ["", `${column}::text`, ""],
  jsonb: (column) => ["", `canonical_json(${column})`, ""],
  // Takes half of to_char's time. The extra microsecond keeps trailing zeros of the milliseconds.
  "timestamp with time zone": (column) => [
    "",
    `left(to_json((${column} + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 24)`,
    'Z"',
  ],
};

function concatenate(parts: readonly string[]): string {
  const middle = parts.length >> 1;
  return middle === 0
    ? parts.join("")
    : `(${concatenate(parts.slice(0, middle))} || ${concatenate(parts.slice(middle))})`;
}

function writeMembers(members: readonly Member[], open: string, close: string, isPlain: boolean): string[] {
  const writeText = (column: string): [string, string, string] =>
    isPlain ? ['"', column, '"'] : ["", `to_json(${column})::text`, ""];
  const parts: string[] = [];
  let literal = open;
  for (const [index, { name, column, type }] of members.entries()) {
    const [before, value, after] = (WRITE_VALUE[type.type] ?? writeText)(column);
    const head = `${index === 0 ? "" : ","}"${name}":`;
    if (type.isNullable) {
      const tail = after && ` || '${after}'`;
      parts.push(`'${literal}'`, `coalesce('${head}${before}' || ${value}${tail}, '${head}null')`);
      literal = "";
    } else {
      parts.push(`'${literal}${head}${before}'`, value);
      literal = after;
    }
  }
  return [...parts, `'${literal}${close}'`].filter((part) => part !== "''");
}

const BEFORE_NUMBER = MEMBERS.filter(({ name }) => name < "number");
const AFTER_NUMBER = MEMBERS.filter(({ name }) => name > "number");
const TEXTS = MEMBERS.filter(({ type }) => type.type === "text").map(({ column, type }) =>
  type.isNullable ? `coalesce(${column}, '')` : column,
);

/**
 * RFC 8785 of row `a`. One check over all texts is cheaper than escaping each, since hardly a row needs escaping; an escape
 * always has a backslash.
 */
export function writeCanonicalRow(number: string): string {
  const write = (isPlain: boolean) =>
    concatenate([
      ...writeMembers(BEFORE_NUMBER, "{", ',"number":', isPlain),
      number,
      ...writeMembers(AFTER_NUMBER, ",", `,"version":${ROW_VERSION}}`, isPlain),
    ]);
  return `CASE WHEN strpos(to_json(${concatenate(TEXTS)})::text, '\\') = 0 THEN ${write(true)} ELSE ${write(false)} END`;
}

import { bigint, instant, integer, json, nullable, type SqlType, text } from "../platform/statement";

/** Another set of members is another version: the hashes of older rows must stay as they are. */
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

/** A value, and the quotes around it. */
const WRITE_VALUE: Record<string, (column: string) => [quote: string, value: string]> = {
  bigint: (column) => ['"', `${column}::text`],
  integer: (column) => ["", `${column}::text`],
  jsonb: (column) => ["", `canonical_json(${column})`],
  "timestamp with time zone": (column) => [
    '"',
    `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  ],
};

/** Members between `open` and `close`, as one concatenation in which neighbouring literals are one. */
function writeMembers(members: readonly Member[], open: string, close: string, isPlain: boolean): string {
  const writeText = (column: string): [string, string] => (isPlain ? ['"', column] : ["", `to_json(${column})::text`]);
  const parts: string[] = [];
  let literal = open;
  for (const [index, { name, column, type }] of members.entries()) {
    const [quote, value] = (WRITE_VALUE[type.type] ?? writeText)(column);
    const head = `${index === 0 ? "" : ","}"${name}":`;
    if (type.isNullable) {
      const tail = quote && ` || '${quote}'`;
      parts.push(`'${literal}'`, `coalesce('${head}${quote}' || ${value}${tail}, '${head}null')`);
      literal = "";
    } else {
      parts.push(`'${literal}${head}${quote}'`, value);
      literal = quote;
    }
  }
  return [...parts, `'${literal}${close}'`].filter((part) => part !== "''").join(" || ");
}

/**
 * Hardly a row has a character that JSON escapes. To ask that of all its texts at once is cheaper than to escape each: an
 * escape always has a backslash.
 */
function writePart(members: readonly Member[], open: string, close: string): string {
  const texts = members.filter(({ type }) => type.type === "text").map(({ column }) => column);
  return `CASE WHEN strpos(to_json(concat(${texts.join(", ")}))::text, '\\') = 0
      THEN ${writeMembers(members, open, close, true)}
      ELSE ${writeMembers(members, open, close, false)} END`;
}

/** RFC 8785 of a row `a`, with the members that `toLeafRow` gives to readers, up to its number and from there on. */
export const BEFORE_NUMBER = writePart(
  MEMBERS.filter(({ name }) => name < "number"),
  "{",
  ',"number":',
);
export const AFTER_NUMBER = writePart(
  MEMBERS.filter(({ name }) => name > "number"),
  ",",
  `,"version":${ROW_VERSION}}`,
);

/** `number` is a text. */
export const writeCanonicalRow = (number: string): string => `(${BEFORE_NUMBER}) || ${number} || (${AFTER_NUMBER})`;

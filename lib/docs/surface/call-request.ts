export const LANGUAGES = ["curl", "typescript", "python", "cli"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Runs in the browser as well, so it stays pure and small. */
export interface CallShape {
  method: string;
  path: string;
  kind: "read" | "write" | "action";
}

export interface CallValues {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
}

interface Proof {
  credential: string;
  idempotencyKey: string;
}

export interface CallRequest {
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

const KEY_VARIABLE = "SVC_API_KEY";
const TOKEN_VARIABLE = "SVC_ACCESS_TOKEN";

export function nameCredential({ kind }: CallShape): string {
  return kind === "write" ? TOKEN_VARIABLE : KEY_VARIABLE;
}

export function buildRequest(shape: CallShape, values: CallValues, { credential, idempotencyKey }: Proof): CallRequest {
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.path[name] ?? ""));
  const query = new URLSearchParams(Object.entries(values.query).filter(([, value]) => value !== "")).toString();
  return {
    method: shape.method,
    target: query ? `${path}?${query}` : path,
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(shape.kind === "read" ? {} : { "Idempotency-Key": idempotencyKey }),
      ...(values.body === null ? {} : { "Content-Type": "application/json" }),
    },
    body: values.body === null ? null : JSON.stringify(values.body),
  };
}

/** Reads the credential from the environment, so the command can be passed on. */
export function writeCurl(shape: CallShape, values: CallValues, baseUrl: string): string {
  const proof = { credential: `$${nameCredential(shape)}`, idempotencyKey: "$(uuidgen)" };
  const { method, target, headers, body } = buildRequest(shape, values, proof);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(baseUrl + target)}`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** Nothing inside single quotes is special; a quote ends them, is escaped, and begins them again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

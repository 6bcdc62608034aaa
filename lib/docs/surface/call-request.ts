export const LANGUAGES = ["curl", "typescript", "python", "cli"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The parts of an operation that a request is built from. Pure and small: the browser builds requests by it, too. */
export interface CallShape {
  method: string;
  path: string;
  /** Writes need a person's access token, and carry an idempotency key. */
  kind: "read" | "write" | "action";
}

export interface CallValues {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** null: no body. */
  body: unknown;
}

interface Proof {
  credential: string;
  idempotencyKey: string;
}

export interface CallRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

const KEY_VARIABLE = "SVC_API_KEY";
const TOKEN_VARIABLE = "SVC_ACCESS_TOKEN";

/** The environment variable that the snippets read the credential from. */
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

/** The request as a shell command. It reads the credential from the environment, so it can be passed on. */
export function writeCurl(shape: CallShape, values: CallValues, baseUrl: string): string {
  const proof = { credential: `$${nameCredential(shape)}`, idempotencyKey: "$(uuidgen)" };
  const { method, target, headers, body } = buildRequest(shape, values, proof);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(baseUrl + target)}`,
    // In double quotes, so that the shell fills in the variables.
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Quoted for a POSIX shell where it has to be. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** Quoted for a POSIX shell: nothing inside is special, and a quote ends, is escaped, and begins again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

import { WEBHOOK_REPLAY_WINDOW_SECONDS } from "../../platform/limits";
import { readStandardSpelling } from "./standard-spelling";
import { readHead, type Scheme, SVC_SCHEME } from "./verify-schemes";
import { listVariants, type Signed, type VariantName } from "./verify-variants";

/** It runs in the reader's browser with WebCrypto alone: pasted text never leaves it. */
export interface Pasted {
  headers: string;
  body: Uint8Array<ArrayBuffer>;
  secrets: string;
  nowSeconds: number;
}

export const STEP_NAMES = ["headers", "timestamp", "window", "signatures", "match"] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface Step {
  name: StepName;
  state: "passed" | "failed" | "open";
  values: Readonly<Record<string, string | number>>;
}

export interface Verdict {
  steps: Step[];
  isValid: boolean;
  hints: Hint[];
}

export type Hint =
  | VariantName
  | "hex_case"
  | "legacy_only"
  | "milliseconds"
  | "no_prefix"
  | "rotation_running"
  | "spelling_own"
  | "spelling_standard"
  | "unknown";

export function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  const json = readJsonObject(text);
  const lines = json
    ? Object.entries(json).map(([name, value]) => `${name}: ${String(value)}`)
    : text.split(/\r?\n/).map((line) => line.replace(/^\s*-H\s+['"]?|['"]?\s*\\?\s*$/g, ""));
  for (const line of lines) {
    const [, name, value] = /^\s*["']?([!#$%&'*+.^_`|~0-9A-Za-z-]+?)["']?\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.set(name.toLowerCase(), value);
  }
  return headers;
}

function readJsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export async function verifyPasted(
  { headers, body, secrets, nowSeconds }: Pasted,
  scheme = SVC_SCHEME,
): Promise<Verdict> {
  const given = readHeaders(headers);
  const timestamp = given.get(scheme.timestamp.toLowerCase());
  const signature = given.get(scheme.signature.toLowerCase());
  const head = readHead(given, scheme);
  const keys = secrets.split(/\r?\n/).filter((line) => line.trim() !== "");
  const parts = (signature ?? "").split(scheme.separator).map((part) => part.trim());
  const wellFormed = parts.filter((part) => scheme.form.test(part));
  const isNumeric = timestamp !== undefined && /^\d+$/.test(timestamp);
  const skew = isNumeric ? nowSeconds - Number(timestamp) : 0;
  const match = isNumeric && head !== null ? await findMatch(parts, { keys, head, body }, scheme) : null;
  const names = [...(scheme.id === null ? [] : [scheme.id]), scheme.timestamp, scheme.signature];
  const missing = names.filter((name) => !given.has(name.toLowerCase()));
  const isFresh = Math.abs(skew) <= WEBHOOK_REPLAY_WINDOW_SECONDS;
  const steps: Step[] = [
    step("headers", missing.length === 0, { names: names.join(", "), missing: missing.join(", ") }),
    timestamp === undefined ? open("timestamp") : step("timestamp", isNumeric, { timestamp }),
    isNumeric
      ? step("window", isFresh, { skew: Math.abs(skew), side: skew === 0 ? "none" : skew < 0 ? "future" : "past" })
      : open("window"),
    signature === undefined
      ? open("signatures")
      : step("signatures", wellFormed.length > 0, {
          count: parts.length,
          wellFormed: wellFormed.length,
          scheme: scheme.name,
        }),
    isNumeric && head !== null && signature !== undefined && keys.length > 0
      ? step("match", match !== null, {
          part: (match?.part ?? 0) + 1,
          secret: (match?.key ?? 0) + 1,
          parts: parts.length,
        })
      : open("match"),
  ];
  const isValid = steps.every(({ state }) => state === "passed");
  const isUnmatched = steps.some(({ name, state }) => name === "match" && state === "failed");
  const hints = [
    ...readPlainHints(given, parts, timestamp, scheme),
    ...(match ? readSpelling(keys[match.key] ?? "", scheme) : []),
    ...(isUnmatched ? await explain(parts, { keys, head: head ?? "", body }, scheme) : []),
  ];
  return { steps, isValid, hints };
}

function step(name: StepName, passed: boolean, values: Step["values"]): Step {
  return { name, state: passed ? "passed" : "failed", values };
}

function open(name: StepName): Step {
  return { name, state: "open", values: {} };
}

function readPlainHints(
  given: Map<string, string>,
  parts: readonly string[],
  timestamp: string | undefined,
  { name, signature }: Scheme,
): Hint[] {
  const isLegacyOnly = !given.has(signature.toLowerCase()) && given.has("x-webhook-signature");
  return [
    ...(name === "svc" && isLegacyOnly ? (["legacy_only"] as const) : []),
    ...(timestamp !== undefined && /^\d{13}$/.test(timestamp) ? (["milliseconds"] as const) : []),
    ...(parts.some((part) => /^[0-9a-f]{64}$/i.test(part)) ? (["no_prefix"] as const) : []),
  ];
}

/** Both spellings verify here, but a receiver's code takes only that of its own scheme. */
function readSpelling(secret: string, { name }: Scheme): Hint[] {
  const isStandard = readStandardSpelling(secret) !== null;
  if (isStandard === (name === "standard")) return [];
  return [isStandard ? "spelling_standard" : "spelling_own"];
}

async function computeMac(secret: string, head: string | null, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const text = new TextEncoder();
  const bytes = text.encode(readStandardSpelling(secret) ?? secret);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const start = head === null ? new Uint8Array() : text.encode(`${head}.`);
  const message = new Uint8Array(start.length + body.length);
  message.set(start);
  message.set(body, start.length);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

export async function sign(
  secret: string,
  head: string,
  body: Uint8Array<ArrayBuffer>,
  scheme = SVC_SCHEME,
): Promise<string> {
  return scheme.write(await computeMac(secret, head, body));
}

async function findMatch(
  parts: readonly string[],
  { keys, head, body }: Signed,
  { write }: Scheme,
): Promise<{ part: number; key: number } | null> {
  for (const [key, secret] of keys.entries()) {
    const part = parts.indexOf(write(await computeMac(secret, head, body)));
    if (part >= 0) return { part, key };
  }
  return null;
}

async function explain(parts: readonly string[], signed: Signed & { head: string }, scheme: Scheme): Promise<Hint[]> {
  const isHex = scheme.name === "svc";
  const lower = isHex ? parts.map((part) => `v1=${part.replace(/^v1=/i, "").toLowerCase()}`) : parts;
  if (isHex && (await findMatch(lower, signed, scheme))) return ["hex_case"];
  for (const variant of listVariants(signed)) if (await findMatch(lower, variant, scheme)) return [...variant.hints];
  return parts.length > 1 ? ["rotation_running", "unknown"] : ["unknown"];
}

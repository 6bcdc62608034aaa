import { WEBHOOK_REPLAY_WINDOW_SECONDS } from "../platform/limits";
import { listVariants, type Signed, type VariantName } from "./verify-variants";

/** Pure except for WebCrypto: it runs in the reader's browser, and pasted text never leaves it. */
export interface Pasted {
  /** Lines of `Name: value`, `-H` options of a curl command, or a JSON object. */
  headers: string;
  body: Uint8Array<ArrayBuffer>;
  /** One on each line: the current one, and the next during a rotation. */
  secrets: string;
  nowSeconds: number;
}

export const STEP_NAMES = ["headers", "timestamp", "window", "signatures", "match"] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface Step {
  name: StepName;
  /** `open`: not checked, because an earlier step failed. */
  state: "passed" | "failed" | "open";
  values: Readonly<Record<string, string | number>>;
}

export interface Verdict {
  steps: Step[];
  isValid: boolean;
  /** Probable reasons why nothing matches: the changes under which it would. */
  hints: Hint[];
}

export type Hint =
  | VariantName
  | "hex_case"
  | "legacy_only"
  | "milliseconds"
  | "no_prefix"
  | "rotation_running"
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

/** The steps of §6, in order. */
export async function verifyPasted({ headers, body, secrets, nowSeconds }: Pasted): Promise<Verdict> {
  const given = readHeaders(headers);
  const timestamp = given.get("svc-webhook-timestamp");
  const signature = given.get("svc-webhook-signature");
  const keys = secrets.split(/\r?\n/).filter((line) => line.trim() !== "");
  const parts = (signature ?? "").split(",").map((part) => part.trim());
  const wellFormed = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part));
  const isNumeric = timestamp !== undefined && /^\d+$/.test(timestamp);
  const skew = isNumeric ? nowSeconds - Number(timestamp) : 0;
  const match = isNumeric ? await findMatch(parts, { keys, timestamp, body }) : null;
  const missing = [
    ...(timestamp === undefined ? ["Svc-Webhook-Timestamp"] : []),
    ...(signature === undefined ? ["Svc-Webhook-Signature"] : []),
  ];
  const isFresh = Math.abs(skew) <= WEBHOOK_REPLAY_WINDOW_SECONDS;
  const steps: Step[] = [
    step("headers", missing.length === 0, { missing: missing.join(", ") }),
    timestamp === undefined ? open("timestamp") : step("timestamp", isNumeric, { timestamp }),
    isNumeric
      ? step("window", isFresh, { skew: Math.abs(skew), side: skew === 0 ? "none" : skew < 0 ? "future" : "past" })
      : open("window"),
    signature === undefined
      ? open("signatures")
      : step("signatures", wellFormed.length > 0, { count: parts.length, wellFormed: wellFormed.length }),
    isNumeric && signature !== undefined && keys.length > 0
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
    ...readPlainHints(given, parts, timestamp),
    ...(isUnmatched ? await explain(parts, { keys, timestamp: timestamp ?? "", body }) : []),
  ];
  return { steps, isValid, hints };
}

function step(name: StepName, passed: boolean, values: Step["values"]): Step {
  return { name, state: passed ? "passed" : "failed", values };
}

function open(name: StepName): Step {
  return { name, state: "open", values: {} };
}

/** Mistakes that are visible without computing a signature. */
function readPlainHints(given: Map<string, string>, parts: readonly string[], timestamp: string | undefined): Hint[] {
  return [
    ...(!given.has("svc-webhook-signature") && given.has("x-webhook-signature") ? (["legacy_only"] as const) : []),
    ...(timestamp !== undefined && /^\d{13}$/.test(timestamp) ? (["milliseconds"] as const) : []),
    ...(parts.some((part) => /^[0-9a-f]{64}$/i.test(part)) ? (["no_prefix"] as const) : []),
  ];
}

/** §6, in a browser: lowercase hex of the HMAC. null: over the body alone, as before the timestamp was signed. */
export async function sign(secret: string, timestamp: string | null, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const head = timestamp === null ? new Uint8Array() : text.encode(`${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  return [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function findMatch(
  parts: readonly string[],
  { keys, timestamp, body }: Signed,
): Promise<{ part: number; key: number } | null> {
  for (const [key, secret] of keys.entries()) {
    const expected = `v1=${await sign(secret, timestamp, body)}`;
    const part = parts.indexOf(expected);
    if (part >= 0) return { part, key };
  }
  return null;
}

/** Tries common mistakes, alone and in pairs; the first one under which it matches is the reason. */
async function explain(parts: readonly string[], signed: Signed & { timestamp: string }): Promise<Hint[]> {
  const lower = parts.map((part) => `v1=${part.replace(/^v1=/i, "").toLowerCase()}`);
  if (await findMatch(lower, signed)) return ["hex_case"];
  for (const variant of listVariants(signed)) if (await findMatch(lower, variant)) return [...variant.hints];
  return parts.length > 1 ? ["rotation_running", "unknown"] : ["unknown"];
}

import { createHmac } from "node:crypto";

export interface Signing {
  secret: string;
  timestamp: string;
  body: string;
}

const mac = (key: string | Buffer, text: string, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", key).update(text).digest(encoding);

const bare = (secret: string) => secret.replace(/^whsec_/, "");

/** Signs like the service: keyed with the whole text of the secret, over the timestamp, a dot and the body. */
export function signWebhook({ secret, timestamp, body }: Signing): string {
  return `v1=${mac(secret, `${timestamp}.${body}`)}`;
}

/** Standard Webhooks signs id, timestamp and body, joined by dots. */
export function signStandardWebhook({ secret, timestamp, body, id }: Signing & { id: string }): string {
  return `v1,${mac(secret, `${id}.${timestamp}.${body}`, "base64")}`;
}

/** A secret as libraries for Standard Webhooks read it: they decode it to the text that signs. */
export function spellForStandardWebhooks(secret: string): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** The first spelling of a secret in either. */
export function readSpelling(secret: string): string {
  const decoded = Buffer.from(bare(secret), "base64").toString();
  return decoded.startsWith("whsec_") && spellForStandardWebhooks(decoded) === secret ? decoded : secret;
}

/** A common way to compute another signature than the service does, and the line that mends it. */
export interface Mistake {
  /** The behaviour of the verifying code. */
  does: string;
  instead: string;
  sign: (signing: Signing) => string;
}

export const MISTAKES: readonly Mistake[] = [
  {
    does: "uses the secret without its prefix whsec_",
    instead: "createHmac('sha256', secret)  // the whole text, whsec_ included",
    sign: ({ secret, timestamp, body }) => `v1=${mac(bare(secret), `${timestamp}.${body}`)}`,
  },
  {
    does: "decodes the secret from base64",
    instead: "createHmac('sha256', secret)  // the text is the key",
    sign: ({ secret, timestamp, body }) => `v1=${mac(Buffer.from(bare(secret), "base64"), `${timestamp}.${body}`)}`,
  },
  {
    does: "signs the body alone, without the timestamp",
    instead: "hmac.update(headers['svc-webhook-timestamp'] + '.').update(rawBody)",
    sign: ({ secret, body }) => `v1=${mac(secret, body)}`,
  },
  {
    does: "re-serializes the parsed JSON with spaces and signs that",
    instead: "express.raw({ type: 'application/json' })  // or request.get_data(): verify the raw body",
    sign: ({ secret, timestamp, body }) => `v1=${mac(secret, `${timestamp}.${writeSpaced(body)}`)}`,
  },
  {
    does: "re-serializes the parsed JSON with indentation and signs that",
    instead: "express.raw({ type: 'application/json' })  // verify the raw body",
    sign: ({ secret, timestamp, body }) => `v1=${mac(secret, `${timestamp}.${rewrite(body, 2)}`)}`,
  },
  {
    does: "re-serializes the parsed JSON and signs that",
    instead: "express.raw({ type: 'application/json' })  // verify the raw body",
    sign: ({ secret, timestamp, body }) => `v1=${mac(secret, `${timestamp}.${rewrite(body)}`)}`,
  },
  {
    does: "reads the timestamp as milliseconds",
    instead: "Number(headers['svc-webhook-timestamp']) * 1000  // seconds; sign the header text unchanged",
    sign: ({ secret, timestamp, body }) => `v1=${mac(secret, `${timestamp}000.${body}`)}`,
  },
  {
    does: "expects the signature in base64",
    instead: ".digest('hex')",
    sign: ({ secret, timestamp, body }) => `v1=${mac(secret, `${timestamp}.${body}`, "base64")}`,
  },
  {
    does: "expects the signature without its prefix v1=",
    instead: "'v1=' + mac  // each part of the header, split at the commas, begins with v1=",
    sign: ({ secret, timestamp, body }) => mac(secret, `${timestamp}.${body}`),
  },
  {
    does: "adds spaces or a newline to the secret",
    instead: "process.env.SVC_WEBHOOK_SECRET.trim()",
    sign: ({ secret, timestamp, body }) => `v1=${mac(`${secret}\n`, `${timestamp}.${body}`)}`,
  },
];

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function rewrite(body: string, indent?: number): string {
  const value = parse(body);
  return value === undefined ? body : JSON.stringify(value, null, indent);
}

/** Formats like json.dumps of Python. */
function writeSpaced(body: string): string {
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
    if (typeof value !== "object" || value === null) return escapeAscii(JSON.stringify(value));
    return `{${Object.entries(value)
      .map(([key, member]) => `${escapeAscii(JSON.stringify(key))}: ${write(member)}`)
      .join(", ")}}`;
  };
  const value = parse(body);
  return value === undefined ? body : write(value);
}

function escapeAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

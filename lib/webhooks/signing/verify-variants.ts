export type VariantName =
  | "body_spaces"
  | "body_newline_missing"
  | "body_crlf"
  | "body_bom"
  | "body_reserialised"
  | "body_escaped"
  | "secret_spaces"
  | "secret_prefix"
  | "secret_quotes"
  | "timestamp_missing"
  | "timestamp_milliseconds"
  | "timestamp_seconds";

export interface Signed {
  keys: readonly string[];
  head: string | null;
  body: Uint8Array<ArrayBuffer>;
}

export interface Variant extends Signed {
  hints: readonly VariantName[];
}

type Change<Value> = readonly [name: VariantName, value: Value];

const encode = (text: string) => new TextEncoder().encode(text);

function listBodies(body: Uint8Array<ArrayBuffer>): Change<Uint8Array<ArrayBuffer>>[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const texts: Change<string>[] = [
    ["body_spaces", text.trim()],
    ["body_bom", text.replace(/^\ufeff/, "")],
    ["body_newline_missing", `${text}\n`],
    ["body_crlf", text.replace(/\r?\n/g, "\r\n")],
    ["body_crlf", text.replaceAll("\r\n", "\n")],
    ...listJson(text),
  ];
  return texts.filter(([, changed]) => changed !== text).map(([name, changed]) => [name, encode(changed)]);
}

function listJson(text: string): Change<string>[] {
  const value = parse(text);
  if (value === undefined) return [];
  const spaced = writeSpaced(value);
  return [
    ["body_reserialised", JSON.stringify(value)],
    ["body_escaped", escapeAscii(JSON.stringify(value))],
    ["body_reserialised", JSON.stringify(value, null, 2)],
    ["body_reserialised", JSON.stringify(value, null, 4)],
    ["body_reserialised", JSON.stringify(value, null, "\t")],
    ["body_reserialised", spaced],
    ["body_escaped", escapeAscii(spaced)],
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

function writeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(", ")}]`;
  if (value instanceof Object) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${writeSpaced(member)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

function escapeAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function listKeys(keys: readonly string[]): Change<readonly string[]>[] {
  const unquote = (secret: string) => secret.trim().replace(/^(["'`])(.*)\1$/, "$2");
  return [
    ["secret_spaces", keys.map((secret) => secret.trim())],
    ["secret_quotes", keys.map(unquote)],
    ["secret_prefix", keys.map((secret) => `whsec_${unquote(secret).replace(/^whsec_/, "")}`)],
  ];
}

function listHeads(head: string): Change<string | null>[] {
  return [
    ["timestamp_missing", null],
    ["timestamp_milliseconds", `${head}000`],
    ["timestamp_seconds", head.replace(/(\d{10})\d*$/, "$1")],
  ];
}

export function listVariants(given: Signed & { head: string }): Variant[] {
  const bodies = listBodies(given.body);
  const keys = listKeys(given.keys);
  const heads = listHeads(given.head);
  const changed = { ...given, hints: [] as readonly VariantName[] };
  const withBody = (base: Variant) => bodies.map(([hint, body]) => ({ ...base, body, hints: [...base.hints, hint] }));
  const withKeys = keys.map(([hint, value]) => ({ ...changed, keys: value, hints: [hint] }));
  const withHead = heads.map(([hint, head]) => ({ ...changed, head, hints: [hint] }));
  return [...withBody(changed), ...withKeys, ...withHead, ...withKeys.flatMap(withBody), ...withHead.flatMap(withBody)];
}

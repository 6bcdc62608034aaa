/** C2SP tlog-checkpoint. Web Crypto, because the TypeScript client also runs in browsers. */
export interface TreeHead {
  size: number;
  root: Bytes;
  extension: string;
}

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

function decodeBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export async function sha256(...parts: Uint8Array[]): Promise<Bytes> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Verifier {
  name: string;
  id: string;
  key: CryptoKey;
}

async function readVerifierKey(text: string): Promise<Verifier | undefined> {
  const [, name = "", id = "", encoded = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = decodeBase64(encoded);
  if (bytes.length !== 33 || bytes[0] !== 1) return undefined;
  const digest = await sha256(encoder.encode(`${name}\n`), bytes);
  if (toHex(digest.subarray(0, 4)) !== id) return undefined;
  const key = await crypto.subtle.importKey("raw", bytes.slice(1), "Ed25519", false, ["verify"]);
  return { name, id, key };
}

export async function openCheckpoint(note: string, verifierKey: string): Promise<TreeHead | undefined> {
  const text = await openNote(note, verifierKey);
  return text === undefined ? undefined : readHead(text, verifierKey.slice(0, verifierKey.indexOf("+")));
}

export async function openNote(note: string, verifierKey: string): Promise<string | undefined> {
  const verifier = await readVerifierKey(verifierKey);
  const end = note.lastIndexOf("\n\n");
  if (verifier === undefined || end === -1) return undefined;
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n")) {
    const [, signer, encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const signature = decodeBase64(encoded);
    if (signer !== verifier.name || toHex(signature.subarray(0, 4)) !== verifier.id) continue;
    if (await crypto.subtle.verify("Ed25519", verifier.key, signature.slice(4), encoder.encode(text))) return text;
  }
  return undefined;
}

function readHead(text: string, name: string): TreeHead | undefined {
  const [origin = "", size = "", root = "", extension = ""] = text.split("\n");
  if (origin !== name || !/^(?:0|[1-9]\d{0,14})$/.test(size)) return undefined;
  return { size: Number(size), root: decodeBase64(root), extension };
}

/** An older checkpoint may be signed by a key that has been replaced since. */
export async function openWithAny(
  note: string,
  keys: readonly string[],
): Promise<(TreeHead & { keyAt: number }) | undefined> {
  for (const [keyAt, key] of keys.entries()) {
    const head = await openCheckpoint(note, key);
    if (head !== undefined) return { ...head, keyAt };
  }
  return undefined;
}

export async function followKeys(known: readonly string[], handovers: readonly string[]): Promise<readonly string[]> {
  const keys = [...known];
  for (const note of handovers) {
    const latest = keys.at(-1) ?? "";
    const next = (await openCheckpoint(note, latest))?.extension.replace(/^key /, "");
    // Both keys sign a handover, so the later one must not count twice.
    if (next && next !== latest && (await openCheckpoint(note, next))) keys.push(next);
  }
  return keys;
}

/** Keys that were changed back must not make the list longer at each check. */
export async function extendKeys(known: readonly string[], handovers: readonly string[]): Promise<readonly string[]> {
  const keys = await followKeys(known, handovers);
  return keys.at(-1) === known.at(-1) ? known : keys;
}

export async function joinKeys(
  one: readonly string[],
  other: readonly string[],
  handovers: readonly string[],
): Promise<readonly string[] | undefined> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const keys = await followKeys(from, handovers);
    if (keys.includes(to.at(-1) ?? "")) return keys;
  }
  return undefined;
}

import { createPublicKey, verify } from "node:crypto";
import { sha256 } from "./hashes";

export interface Head {
  size: number;
  root: Buffer;
  extension: string;
}

const KEY_IN_DER = Buffer.from("302a300506032b6570032100", "hex");

/** A checkpoint (C2SP tlog-checkpoint); null: this key has not signed it. */
export function openCheckpoint(note: string, verifierKey: string): Head | null {
  const text = openNote(note, verifierKey);
  return text === null ? null : readHead(text, verifierKey.slice(0, verifierKey.indexOf("+")));
}

/** The text of a note (C2SP signed-note); null: this key has not signed it. */
export function openNote(note: string, verifierKey: string): string | null {
  const [, name = "", id = "", encoded = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? [];
  const key = Buffer.from(encoded, "base64");
  const end = note.lastIndexOf("\n\n");
  const isKey = key.length === 33 && key[0] === 1 && sha256(Buffer.from(`${name}\n`), key).toString("hex", 0, 4) === id;
  if (end === -1 || !isKey) return null;
  const publicKey = createPublicKey({ key: Buffer.concat([KEY_IN_DER, key.subarray(1)]), format: "der", type: "spki" });
  const text = note.slice(0, end + 1);
  const isSigned = note
    .slice(end + 2)
    .split("\n")
    .some((line) => {
      const [, signer, encodedSignature = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const signature = Buffer.from(encodedSignature, "base64");
      const isOfKey = signer === name && signature.toString("hex", 0, 4) === id;
      return isOfKey && verify(null, Buffer.from(text), publicKey, signature.subarray(4));
    });
  return isSigned ? text : null;
}

function readHead(text: string, name: string): Head | null {
  const [origin = "", size = "", root = "", extension = ""] = text.split("\n");
  if (origin !== name || !/^(?:0|[1-9]\d{0,14})$/.test(size)) return null;
  return { size: Number(size), root: Buffer.from(root, "base64"), extension };
}

/** The trusted key and those that it has introduced, one after the other. */
export function followKeys(trusted: string, handovers: readonly string[]): string[] {
  const keys = [trusted];
  for (const note of handovers) {
    const latest = keys.at(-1) ?? "";
    const next = openCheckpoint(note, latest)?.extension.replace(/^key /, "");
    // Both keys of a handover have signed it: the later one must not count twice.
    if (next && next !== latest && openCheckpoint(note, next)) keys.push(next);
  }
  return keys;
}

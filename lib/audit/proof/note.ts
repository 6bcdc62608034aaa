import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sha256 } from "../../platform/crypto";

const ED25519 = Buffer.from([1]);
const SEED_IN_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_IN_DER = Buffer.from("302a300506032b6570032100", "hex");

export interface Signer {
  name: string;
  keyId: Buffer;
  key: KeyObject;
  verifierKey: string;
}

export function makeSigner(name: string, seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([SEED_IN_DER, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(KEY_IN_DER.length);
  const keyId = idOfKey(name, publicKey);
  const encoded = Buffer.concat([ED25519, publicKey]).toString("base64");
  return { name, keyId, key, verifierKey: `${name}+${keyId.toString("hex")}+${encoded}` };
}

function idOfKey(name: string, publicKey: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey])).subarray(0, 4);
}

export function signNote(text: string, signers: readonly Signer[]): string {
  const lines = signers.map(({ name, keyId, key }) => {
    const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), key)]);
    return `— ${name} ${signature.toString("base64")}\n`;
  });
  return `${text}\n${lines.join("")}`;
}

export function openNote(note: string, verifierKey: string): string | null {
  const end = note.lastIndexOf("\n\n");
  const [, name = "", id = "", encoded = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? [];
  if (end === -1 || encoded === "") return null;
  const text = note.slice(0, end + 1);
  const publicKey = Buffer.from(encoded, "base64").subarray(1);
  if (idOfKey(name, publicKey).toString("hex") !== id) return null;
  const key = createPublicKey({ key: Buffer.concat([KEY_IN_DER, publicKey]), format: "der", type: "spki" });
  const isSigned = note
    .slice(end + 2)
    .split("\n")
    .some((line) => {
      const [, signer, signature = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = Buffer.from(signature, "base64");
      return (
        signer === name &&
        // Base64 decoding is lenient, and a note has exactly one form.
        bytes.toString("base64") === signature &&
        bytes.subarray(0, 4).toString("hex") === id &&
        verify(null, Buffer.from(text), key, bytes.subarray(4))
      );
    });
  return isSigned ? text : null;
}

export interface TreeHead {
  origin: string;
  size: number;
  root: Buffer;
}

export function writeTreeHead({ origin, size, root }: TreeHead, extension?: string): string {
  const lines = [origin, String(size), root.toString("base64"), ...(extension === undefined ? [] : [extension])];
  return `${lines.join("\n")}\n`;
}

export function readTreeHead(text: string): TreeHead | null {
  const [origin = "", size = "", root = ""] = text.split("\n");
  if (!/^(?:0|[1-9]\d{0,15})$/.test(size)) return null;
  return { origin, size: Number(size), root: Buffer.from(root, "base64") };
}

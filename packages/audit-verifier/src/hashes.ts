import { hash } from "node:crypto";

/** createHash and a Buffer digest take twice as long. */
export function sha256(...parts: Uint8Array[]): Buffer {
  return Buffer.from(hash("sha256", Buffer.concat(parts), "binary"), "latin1");
}

/** RFC 6962 §2.1: the prefixes keep a leaf from passing as a node. */
const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = Buffer.from([1]);
export const EMPTY_ROOT = sha256();

export const hashLeaf = (entry: Uint8Array): Buffer => sha256(LEAF_PREFIX, entry);
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE_PREFIX, left, right);

/** RFC 8785 */
function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(",")}}`;
}

export function hashRow(row: object, salt: string): Buffer {
  return hashLeaf(sha256(Buffer.from(salt, "base64"), Buffer.from(canonicalize(row))));
}

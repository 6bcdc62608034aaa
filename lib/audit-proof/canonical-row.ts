import { sha256 } from "../platform/crypto";

export const SALT_BYTES = 16;
/** Another set of members is another version: the hashes of older rows must stay as they are. */
const VERSION = 1;

/** Every column of an audit row, as it is hashed. */
export interface LoggedRow {
  id: string;
  at: Date;
  requestId: string;
  surface: string;
  method: string;
  route: string;
  status: number;
  errorCode: string | null;
  authMethod: string | null;
  actorType: string | null;
  actorId: string | null;
  scopes: string;
  billingEntityId: string | null;
  organizationId: string | null;
  userId: string | null;
  apiKeyId: string | null;
  appId: string | null;
  grantId: string | null;
  externalTokenId: string | null;
  unitsCost: number;
  durationMs: number | null;
  address: string | null;
  requests: number;
  resourceId: string | null;
  details: Record<string, unknown> | null;
  transactionId: string;
}

export type CanonicalRow = Omit<LoggedRow, "at"> & { at: string; number: number; version: number };

/** `number` counts the rows of one billing entity, so that its owner sees a gap where one was taken out. */
export function toCanonicalRow({ at, ...row }: LoggedRow, number: number): CanonicalRow {
  return { ...row, at: at.toISOString(), number, version: VERSION };
}

/** RFC 8785: members sorted, nothing between them. */
export function writeCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeCanonicalJson(member)}`).join(",")}}`;
}

/** The public entry of a row. Without the salt it tells nothing, not even to a guess at the row. */
export function writeEntry(row: CanonicalRow, salt: Uint8Array): Buffer {
  return sha256(Buffer.concat([salt, Buffer.from(writeCanonicalJson(row))]));
}

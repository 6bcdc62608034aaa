import { randomBytes } from "node:crypto";
import { TypeID } from "typeid-js";
import type { IdPrefix } from "../../lib/platform/ids";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function daysBefore(at: Date, days: number, minutes = 0): Date {
  return new Date(at.getTime() - days * DAY_MS + minutes * MINUTE_MS);
}

/** Ids sort by creation, so backdated rows of the demo need an id of that time: a UUIDv7 built by hand. */
export function idAt(prefix: IdPrefix, at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return TypeID.fromUUIDBytes(prefix, bytes).toString();
}

import { randomBytes } from "node:crypto";
import { typeidUnboxed } from "typeid-js";

/** One prefix a resource. Memberships (`mem`), secrets (`sec`), invitations (`inv`) and sessions (`ses`) have ids of their own that never reach `/v1`. */
export type IdPrefix =
  | "usr"
  | "ses"
  | "org"
  | "bil"
  | "room"
  | "mem"
  | "msg"
  | "task"
  | "rec"
  | "file"
  | "brd"
  | "wh"
  | "whd"
  | "key"
  | "app"
  | "grant"
  | "tok"
  | "conn"
  | "run"
  | "apr"
  | "sec"
  | "inv";

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** TypeID: a prefix and a UUIDv7 in Crockford base32. They sort by creation, so "newest first" is `id desc`. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix);
}

/** An id of any other shape is a resource that is not there; the database is not asked. */
export function isId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && SUFFIX.test(value.slice(prefix.length + 1));
}

/** Events have ids of another form: 16 random bytes, not sortable (§6). */
export function newEventId(): string {
  return `evt_${randomBytes(16).toString("base64url")}`;
}

export function newRequestId(): string {
  return typeidUnboxed("req");
}

/** A run of a background function in the embedded runner. */
export function newFunctionRunId(): string {
  return typeidUnboxed("fnrun");
}

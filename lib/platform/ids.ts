import { randomBytes } from "node:crypto";
import { typeidUnboxed } from "typeid-js";

/** One prefix a resource. Memberships (`mem`), secrets (`sec`), invitations (`inv`), sessions (`ses`), passkeys (`pky`), sign-ins of the command line (`login`), comments (`cmt`) and mails (`mail`) have ids of their own that never reach `/v1`. */
export type IdPrefix =
  | "usr"
  | "ses"
  | "login"
  | "org"
  | "bil"
  | "room"
  | "mem"
  | "msg"
  | "task"
  | "rec"
  | "cmt"
  | "file"
  | "brd"
  | "wh"
  | "whd"
  | "key"
  | "app"
  | "cid"
  | "grant"
  | "tok"
  | "conn"
  | "run"
  | "apr"
  | "sec"
  | "inv"
  | "aus"
  | "mail"
  | "hold"
  | "pky";

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** TypeID: a prefix and a UUIDv7 in Crockford base32. They sort by creation, so "newest first" is `id desc`. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix);
}

/** An id of any other shape is a resource that is not there; the database is not asked. */
export function isId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && SUFFIX.test(value.slice(prefix.length + 1));
}

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Sorts below every id that is made at this instant or later: a TypeID begins with its milliseconds, five bits a character. */
export function lowestId(prefix: IdPrefix, at: Date): string {
  const digits = [...at.getTime().toString(32).padStart(10, "0")];
  return `${prefix}_${digits.map((digit) => DIGITS[Number.parseInt(digit, 32)]).join("")}`;
}

/** An id made at this instant, for rows whose partition follows from their id: `newId` goes by the machine's clock. */
export function newIdAt(prefix: IdPrefix, at: Date): string {
  const lowest = lowestId(prefix, at);
  return lowest + typeidUnboxed(prefix).slice(lowest.length);
}

/** Events have ids of another form: 16 random bytes, not sortable (§6). */
export function newEventId(): string {
  return `evt_${randomBytes(16).toString("base64url")}`;
}

export function isEventId(value: string): boolean {
  return /^evt_[A-Za-z0-9_-]{22}$/.test(value);
}

export function newRequestId(): string {
  return typeidUnboxed("req");
}

/** A run of a background function in the embedded runner. */
export function newFunctionRunId(): string {
  return typeidUnboxed("fnrun");
}

import { randomText, randomUint32 } from "./random-pool";

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

export function newId(prefix: IdPrefix | "req" | "fnrun"): string {
  return `${prefix}_${nextTime()}${nextTail()}`;
}

export function isId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && SUFFIX.test(value.slice(prefix.length + 1));
}

const DIGITS = [..."0123456789abcdefghjkmnpqrstvwxyz"];
const PAIRS = DIGITS.flatMap((first) => DIGITS.map((second) => first + second));

const writeTenBits = (bits: number) => PAIRS[bits & 0x3ff] ?? "";
const writeTwentyBits = (bits: number) => writeTenBits(bits >>> 10) + writeTenBits(bits);

function writeTime(ms: number): string {
  return writeTenBits(ms / 2 ** 40) + writeTwentyBits(ms / 2 ** 20) + writeTwentyBits(ms);
}

const newest = { ms: 0, text: "" };
const SET_BACK_MAX_MS = 10_000;

function nextTime(): string {
  const ms = Date.now();
  if (ms > newest.ms || ms < newest.ms - SET_BACK_MAX_MS) Object.assign(newest, { ms, text: writeTime(ms) });
  return newest.text;
}

/** Counts the ids of this process, so that those of one millisecond sort by creation too (RFC 9562, 6.2). */
let made = randomUint32() >>> 1;

/** Version 7, 12 bits of the count, the variant, 19 bits of the count, 43 random bits. */
function nextTail(): string {
  made = (made + 1) & 0x7fffffff;
  const first = randomUint32();
  return (
    writeTwentyBits((7 << 16) | ((made >>> 19) << 4) | (2 << 2) | ((made >>> 17) & 3)) +
    writeTwentyBits(((made & 0x1ffff) << 3) | (first >>> 29)) +
    writeTwentyBits(first) +
    writeTwentyBits(randomUint32())
  );
}

export function lowestId(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${writeTime(at.getTime())}`;
}

export function newIdAt(prefix: IdPrefix, at: Date): string {
  return lowestId(prefix, at) + nextTail();
}

export function uuidHead(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7`;
}

export function newEventId(): string {
  return `evt_${randomText(16, "base64url")}`;
}

export function isEventId(value: string): boolean {
  return /^evt_[A-Za-z0-9_-]{22}$/.test(value);
}

export function newRequestId(): string {
  return newId("req");
}

export function newFunctionRunId(): string {
  return newId("fnrun");
}

const REQUEST_ID = /^[!#-+\--:=?-[\]-~]{1,128}$/;

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

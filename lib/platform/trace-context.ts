import { randomText } from "./random-pool";

/** A place in a trace, as W3C Trace Context names it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  /** null: the trace begins here. */
  readonly parentSpanId: string | null;
  /** The caller records this trace, or there was no caller to decide. */
  readonly isSampled: boolean;
}

/** Later versions may have more parts, and keep the meaning of the first four. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const IS_ZERO = /^0+$/;

/** The place of a request: below the caller's, where its header is valid. Otherwise a trace begins. */
export function openTraceContext(traceparent: string | null): TraceContext {
  const [, version, traceId = "", parentSpanId = "", flags = "", rest] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const isValid = version !== undefined && version !== "ff" && !(version === "00" && rest !== undefined);
  if (!isValid || IS_ZERO.test(traceId) || IS_ZERO.test(parentSpanId))
    return { traceId: randomHex(16), spanId: randomHex(8), parentSpanId: null, isSampled: true };
  return { traceId, spanId: randomHex(8), parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function openChild({ traceId, spanId, isSampled }: TraceContext): TraceContext {
  return { traceId, spanId: randomHex(8), parentSpanId: spanId, isSampled };
}

/** For a request that leaves: a new span of the trace. The trace is a UUID where it comes from the database. */
export function writeTraceparent(traceId: string): string {
  return `00-${traceId.replaceAll("-", "")}-${randomHex(8)}-01`;
}

const randomHex = (bytes: 8 | 16) => randomText(bytes, "hex");

/** By the transaction, which is nothing here but a key: verbs need no parameter for the trace that they are part of. */
const traces = new WeakMap<object, string>();

export function noteTrace(tx: object, traceId: string | null): void {
  if (traceId !== null) traces.set(tx, traceId);
}

/** null: a write in the browser, or of a background function. */
export function readTrace(tx: object): string | null {
  return traces.get(tx) ?? null;
}

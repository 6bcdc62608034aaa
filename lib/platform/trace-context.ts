import { randomText } from "./random-pool";

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const IS_ZERO = /^0+$/;

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

export function writeTraceparent(traceId: string): string {
  return `00-${traceId.replaceAll("-", "")}-${randomHex(8)}-01`;
}

const randomHex = (bytes: 8 | 16) => randomText(bytes, "hex");

/** The transaction is the key, so that verbs need no parameter for the trace that they are part of. */
const traces = new WeakMap<object, string>();

export function recordTrace(tx: object, traceId: string | null): void {
  if (traceId !== null) traces.set(tx, traceId);
}

export function readTrace(tx: object): string | null {
  return traces.get(tx) ?? null;
}

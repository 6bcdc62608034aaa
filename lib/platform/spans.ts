import type { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";
import { openChild, type TraceContext } from "./trace-context";

/** A piece of work that has ended. Times are those of `performance.now()`. */
export interface Span extends Pick<TraceContext, "traceId" | "spanId" | "parentSpanId"> {
  name: string;
  /** As OpenTelemetry numbers them: the part of a caller's work, or a request that came in. */
  kind: "internal" | "server" | "client";
  startedMs: number;
  endedMs: number;
  attributes: Readonly<Record<string, string | number>>;
  isError: boolean;
}

export interface Tracing {
  /** The span that the code at hand is part of. */
  readonly storage: AsyncLocalStorage<TraceContext>;
  record(span: Span): void;
}

const line = () => shared<{ tracing: Tracing | null }>("tracing", () => ({ tracing: null }));

/** Where no collector is named, nothing is connected, recorded or kept. */
export function connectTracing(tracing: Tracing | null): void {
  line().tracing = tracing;
}

export function readTracing(): Tracing | null {
  return line().tracing;
}

/** Of the request that the code at hand is part of; undefined where spans are off. */
export function readCurrentTraceId(): string | undefined {
  return line().tracing?.storage.getStore()?.traceId;
}

/** Starts a part of the span at hand. null: spans are off, or this is no part of one. The function ends it. */
export function startPart(name: string, kind: Span["kind"]): ((error: unknown) => void) | null {
  const tracing = readTracing();
  const parent = tracing?.storage.getStore();
  if (!tracing || !parent) return null;
  const { traceId, spanId, parentSpanId } = openChild(parent);
  const startedMs = performance.now();
  return (error) => {
    const endedMs = performance.now();
    const isError = error !== null && error !== undefined;
    tracing.record({ traceId, spanId, parentSpanId, name, kind, startedMs, endedMs, attributes: {}, isError });
  };
}

type Within = <T>(work: () => T) => T;

const anywhere: Within = (work) => work();

/**
 * For work that one caller begins and others share: it belongs to the caller for whom it is done, not to the one who began
 * it.
 */
export function captureSpan(): Within {
  const tracing = readTracing();
  if (!tracing) return anywhere;
  const span = tracing.storage.getStore();
  return span ? (work) => tracing.storage.run(span, work) : (work) => tracing.storage.exit(work);
}

/** For work that outlives the request which happens to begin it. */
export function outsideSpans<T>(work: () => T): T {
  const tracing = readTracing();
  return tracing ? tracing.storage.exit(work) : work();
}

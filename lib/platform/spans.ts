import type { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";
import { openChild, type TraceContext } from "./trace-context";

export interface Span extends Pick<TraceContext, "traceId" | "spanId" | "parentSpanId"> {
  name: string;
  kind: "internal" | "server" | "client";
  startedMs: number;
  endedMs: number;
  attributes: Readonly<Record<string, string | number>>;
  isError: boolean;
}

export interface Tracing {
  readonly storage: AsyncLocalStorage<TraceContext>;
  record(span: Span): void;
}

const connected = () => shared<{ tracing: Tracing | null }>("tracing", () => ({ tracing: null }));

export function connectTracing(tracing: Tracing | null): void {
  connected().tracing = tracing;
}

export function readTracing(): Tracing | null {
  return connected().tracing;
}

export function readCurrentTraceId(): string | undefined {
  return connected().tracing?.storage.getStore()?.traceId;
}

export function startSpan(name: string, kind: Span["kind"]): ((error: unknown) => void) | null {
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

/** Shared work belongs to the caller it is done for, not to the one who began it. */
export function captureSpan(): Within {
  const tracing = readTracing();
  if (!tracing) return anywhere;
  const span = tracing.storage.getStore();
  return span ? (work) => tracing.storage.run(span, work) : (work) => tracing.storage.exit(work);
}

export function outsideSpans<T>(work: () => T): T {
  const tracing = readTracing();
  return tracing ? tracing.storage.exit(work) : work();
}

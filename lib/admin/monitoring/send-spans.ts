import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "../../platform/env";
import { parseHeaderList } from "../../platform/header-list";
import { log } from "../../platform/log";
import { count } from "../../platform/meters";
import { connectTracing, type Span } from "../../platform/spans";

/** A collector that is away must not fill the memory, so further spans are dropped and counted. */
const QUEUED_MAX = 8_192;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 2_000;
const SEND_TIMEOUT_MS = 5_000;

const KINDS = { internal: 1, server: 2, client: 3 } as const;

export interface SpanSender {
  stop(): Promise<void>;
}

/** Spans leave in the background, so no request waits for the collector or fails with it. */
export function startSpans(sendEveryMs: number = SEND_EVERY_MS): SpanSender {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env();
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  let queue: Span[] = [];
  let hasFailed = false;

  function record(span: Span): void {
    if (queue.length < QUEUED_MAX) queue.push(span);
    else count("svc_spans_total", { outcome: "dropped" });
  }

  async function sendQueue(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX);
      queue = queue.slice(BATCH_MAX);
      const isSent = await sendBatch(url, batch, hasFailed);
      count("svc_spans_total", { outcome: isSent ? "sent" : "dropped" }, batch.length);
      hasFailed = !isSent;
      // The next turn tries again, so an absent collector gets one request in two seconds.
      if (!isSent) return;
    }
  }

  let underWay: Promise<void> | null = null;
  const send = () => {
    underWay ??= sendQueue().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const timer = setInterval(() => void send(), sendEveryMs);
  timer.unref();
  connectTracing({ storage: new AsyncLocalStorage(), record });
  return {
    async stop() {
      connectTracing(null);
      clearInterval(timer);
      await underWay;
      await send();
    },
  };
}

async function sendBatch(url: string, batch: readonly Span[], isKnownToFail: boolean): Promise<boolean> {
  const headers = { ...parseHeaderList(env().OTEL_EXPORTER_OTLP_HEADERS), "content-type": "application/json" };
  const body = JSON.stringify(writeSpans(batch));
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    await response.arrayBuffer();
    if (response.ok) return true;
    throw new Error(`The collector answered ${response.status}.`);
  } catch (error) {
    if (!isKnownToFail) log().warn({ error }, "spans could not be sent");
    return false;
  }
}

function writeSpans(spans: readonly Span[]) {
  const { OTEL_SERVICE_NAME, SVC_ENVIRONMENT } = env();
  const resource = { "service.name": OTEL_SERVICE_NAME, "deployment.environment.name": SVC_ENVIRONMENT };
  return {
    resourceSpans: [
      {
        resource: { attributes: writeAttributes(resource) },
        scopeSpans: [{ scope: { name: "svc" }, spans: spans.map(writeSpan) }],
      },
    ],
  };
}

function writeSpan({ traceId, spanId, parentSpanId, name, kind, startedMs, endedMs, attributes, isError }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: writeNanoseconds(startedMs),
    endTimeUnixNano: writeNanoseconds(endedMs),
    attributes: writeAttributes(attributes),
    status: isError ? { code: 2 } : {},
  };
}

function writeAttributes(attributes: Readonly<Record<string, string | number>>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** A JSON number would lose the microseconds. */
function writeNanoseconds(atMs: number): string {
  const microseconds = Math.round((performance.timeOrigin + atMs) * 1_000);
  return `${microseconds}000`;
}

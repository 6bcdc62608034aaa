import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { createKernel } from "../../api/kernel";
import { closeDatabase } from "../../db/pool";
import { REGISTRY } from "../../docs/surface/registry";
import { respondToTokenRequest } from "../../oauth/endpoints";
import { log } from "../../platform/log";
import { connectMeters } from "../../platform/meters";
import { readTracing } from "../../platform/spans";
import { type SpanSender, startSpans } from "./send-spans";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const SEND_EVERY_MS = 20;

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

const database = useTestDatabase();
const kernel = createKernel(REGISTRY);
const collector = { spans: [] as SentSpan[], status: 200, headers: [] as unknown[], resource: "" };
const outcomes: Record<string, number> = {};
let server: Server;
let sender: SpanSender;
let apiKey = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { resource: unknown; scopeSpans: { spans: SentSpan[] }[] }[];
      };
      if (collector.status === 200)
        collector.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      collector.resource = JSON.stringify(resourceSpans[0]?.resource);
      collector.headers.push([request.url, request.headers.authorization]);
      response.writeHead(collector.status).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc");
  await closeDatabase();
  resetShared();
  sender = startSpans(SEND_EVERY_MS);
  connectMeters({
    count(name, { outcome = "" }, by) {
      if (name === "svc_spans_total") outcomes[outcome] = (outcomes[outcome] ?? 0) + by;
    },
    observe: () => undefined,
  });
  const world = createWorld(database);
  const organization = await world.organization({ seats: 5 });
  apiKey = (await world.apiKey({ organizationId: organization.id, billingEntityId: organization.billingEntityId })).key;
});
afterAll(async () => {
  await sender.stop();
  connectMeters(null);
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  collector.spans.length = 0;
  collector.status = 200;
});

function ask(target: string, headers: Readonly<Record<string, string>> = {}) {
  const sent: Record<string, string> = { authorization: `Bearer ${apiKey}`, ...headers };
  const header = (name: string) => sent[name] ?? null;
  return kernel({ method: "GET", target, header, headersBytes: 200, address: "192.0.2.7", body: null });
}

const findServer = () =>
  eventually(() => {
    const [found] = collector.spans.filter(({ kind }) => kind === 2);
    if (!found) throw new Error("No span of a request has come.");
    return found;
  });

test("makes a request a span of its caller's, and gates and statements spans of the request", async () => {
  const { status, headers } = await ask("/v1/rooms", { traceparent: `00-${TRACE}-${SPAN}-01` });
  expect(status).toBe(200);
  const request = await findServer();
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: "GET /v1/rooms", status: {} });
  const attributes = Object.fromEntries(
    request.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
  expect(attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "/v1/rooms",
    "http.response.status_code": "200",
    "svc.request_id": headers["x-request-id"],
  });
  const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(parts.every(({ traceId }) => traceId === TRACE)).toBe(true);
  const gates = parts.filter(({ kind }) => kind === 1).map(({ name }) => name);
  expect(gates).toEqual(
    expect.arrayContaining([
      "requireCredential",
      "requireScope",
      "requireAccess",
      "limitBurst",
      "reserveUnits",
      "operation",
    ]),
  );
  const statements = parts.filter(({ kind }) => kind === 3).map(({ name }) => name);
  expect(statements).toEqual(expect.arrayContaining(["find_api_keys", expect.stringMatching(/^charge/)]));
  for (const part of parts) {
    expect(BigInt(part.endTimeUnixNano) >= BigInt(part.startTimeUnixNano)).toBe(true);
    expect(BigInt(part.startTimeUnixNano) >= BigInt(request.startTimeUnixNano)).toBe(true);
  }
  expect(collector.headers.at(-1)).toEqual(["/v1/traces", "Bearer abc"]);
  expect(collector.resource).toContain('"service.name","value":{"stringValue":"svc"}');
});

test("begins a trace without one, and records nothing for an unsampled caller", async () => {
  // The trace differs, because spans of the request before may arrive late.
  const unrecorded = TRACE.replaceAll("4", "5");
  await ask("/v1/rooms", { traceparent: `00-${unrecorded}-${SPAN}-00` });
  await ask("/v1/none");
  const request = await findServer();
  expect(request.name).toBe("GET unmatched");
  expect(request.traceId).not.toBe(unrecorded);
  expect(request).not.toHaveProperty("parentSpanId");
  expect(collector.spans.filter(({ traceId }) => traceId === unrecorded)).toEqual([]);
});

test("keeps the spans of concurrent requests apart when they share a statement", async () => {
  const traces = Array.from({ length: 8 }, (_, n) => String(n).repeat(31).concat("a"));
  await Promise.all(traces.map((trace) => ask("/v1/rooms", { traceparent: `00-${trace}-${SPAN}-01` })));
  await eventually(() => expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(traces.length));
  const charged = collector.spans.filter(({ name }) => name.startsWith("charge"));
  expect(charged.length).toBeGreaterThan(0);
  for (const span of charged) {
    const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
    expect(parent?.traceId).toBe(span.traceId);
  }
});

test("marks a failure and names its trace in every log line", async () => {
  const lines: unknown[] = [];
  vi.spyOn(log(), "error").mockImplementation((line: unknown) => void lines.push(line));
  await database.query("ALTER TABLE audit_log RENAME TO hidden");
  const { status } = await ask("/v1/rooms", { traceparent: `00-${TRACE}-${SPAN}-01` });
  await database.query("ALTER TABLE hidden RENAME TO audit_log");
  expect(status).toBe(500);
  expect(lines).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ trace_id: TRACE })));
  const request = await findServer();
  expect(request.status).toEqual({ code: 2 });
  expect(JSON.stringify(request.attributes)).toContain("internal_error");
  expect(collector.spans.find(({ name, status: { code } }) => name.startsWith("settle") && code === 2)).toBeDefined();
});

test("traces the token endpoint", async () => {
  const header = (name: string) => (name === "traceparent" ? `00-${TRACE}-${SPAN}-01` : null);
  await respondToTokenRequest({
    method: "POST",
    target: "/oauth/token",
    header,
    headersBytes: 0,
    address: "192.0.2.7",
    body: null,
  });
  expect(await findServer()).toMatchObject({ name: "POST /oauth/token", traceId: TRACE, parentSpanId: SPAN });
});

test("counts dropped spans when the collector refuses, and fails no request", async () => {
  collector.status = 503;
  const before = outcomes["dropped"] ?? 0;
  expect((await ask("/v1/rooms")).status).toBe(200);
  await eventually(() => expect(outcomes["dropped"] ?? 0).toBeGreaterThan(before));
  collector.status = 200;
  expect((await ask("/v1/rooms")).status).toBe(200);
  await findServer();
  expect(outcomes["sent"]).toBeGreaterThan(0);
});

test("drops spans beyond the queue", async () => {
  const span = {
    traceId: TRACE,
    spanId: SPAN,
    parentSpanId: null,
    name: "x",
    kind: "internal",
    startedMs: 0,
    endedMs: 1,
    attributes: {},
    isError: false,
  } as const;
  const before = outcomes["dropped"] ?? 0;
  // Nothing can be sent within one turn of the loop.
  for (let n = 0; n < 10_000; n += 1) readTracing()?.record(span);
  expect((outcomes["dropped"] ?? 0) - before).toBeGreaterThanOrEqual(10_000 - 8_192);
});

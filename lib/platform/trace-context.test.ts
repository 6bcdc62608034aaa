import { expect, test } from "vitest";
import { openChild, openTraceContext, writeTraceparent } from "./trace-context";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
])("%s is continued", (header, isSampled) => {
  const context = openTraceContext(header);
  expect(context).toEqual({
    traceId: TRACE,
    parentSpanId: SPAN,
    isSampled,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(context.spanId).not.toBe(SPAN);
});

test.each([
  null,
  "",
  "nonsense",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])("%s begins a trace", (header) => {
  const { traceId, parentSpanId, isSampled } = openTraceContext(header);
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(TRACE);
  expect([parentSpanId, isSampled]).toEqual([null, true]);
});

test("a child is another span of the same trace", () => {
  const parent = openTraceContext(`00-${TRACE}-${SPAN}-00`);
  const child = openChild(parent);
  expect(child).toEqual({ ...parent, spanId: child.spanId, parentSpanId: parent.spanId });
  expect(child.spanId).not.toBe(parent.spanId);
});

test("a request that leaves has a span of its own, also where the trace was stored as a UUID", () => {
  const uuid = "4bf92f35-77b3-4da6-a3ce-929d0e0e4736";
  const headers = [writeTraceparent(TRACE), writeTraceparent(uuid)];
  for (const header of headers) expect(header).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(new Set(headers).size).toBe(2);
});

test("ids do not repeat when the pool is filled again", () => {
  const ids = Array.from({ length: 2_000 }, () => openTraceContext(null).traceId);
  expect(new Set(ids).size).toBe(ids.length);
});

import { Readable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { pathTo, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { createWorld } from "../../../e2e/support/scenes/world";
import { createKernel } from "../../api/kernel";
import { REGISTRY } from "../../docs/surface/registry";
import { connectSignals } from "../../platform/background";
import { drainDeliveries } from "./dispatch";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

const { database, scene, at, register, emit } = useDeliveries();
const kernel = createKernel(REGISTRY);
beforeEach(() => connectSignals(() => Promise.resolve()));

async function post(traceparent: string | null): Promise<void> {
  const { managerId: userId, billingEntityId, roomId } = scene();
  const { token } = await createWorld(database).accessToken({ userId, billingEntityId });
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  if (traceparent !== null) headers["traceparent"] = traceparent;
  const { status } = await kernel({
    method: "POST",
    target: `/v1/rooms/${roomId}/messages`,
    header: (name) => headers[name] ?? null,
    headersBytes: 200,
    address: "192.0.2.7",
    body: Readable.from([Buffer.from('{"body":"Hello"}')]),
  });
  expect(status).toBe(201);
}

const readParents = (path: string) => at(path).map(({ headers }) => String(headers["traceparent"]));

test("all attempts of a delivery go on with the trace of the request, each as a span of its own", async () => {
  const path = pathTo("500");
  await register(path);
  await post(`00-${TRACE}-${SPAN}-01`);
  await drainDeliveries();
  vi.setSystemTime(Date.now() + 10_000);
  await drainDeliveries();
  const parents = readParents(path);
  expect(parents).toHaveLength(2);
  for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(new Set([...parents.map((parent) => parent.split("-")[2]), SPAN]).size).toBe(3);
});

test("a request without a trace begins one, and the deliveries of a person in the browser have their own", async () => {
  const path = pathTo("200");
  await register(path);
  await post(null);
  await post("00-nonsense-01");
  await emit("message.created");
  await drainDeliveries();
  const traces = readParents(path).map((parent) => parent.split("-")[1]);
  expect(traces).toHaveLength(3);
  expect(new Set(traces).size).toBe(3);
  for (const trace of traces) expect(trace).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
});

test("lets a custom header replace any header that proves nothing", async () => {
  const path = pathTo("200");
  await register(path, { customHeaders: { Traceparent: "mine" } });
  await post(`00-${TRACE}-${SPAN}-01`);
  await drainDeliveries();
  expect(readParents(path)).toEqual(["mine"]);
});

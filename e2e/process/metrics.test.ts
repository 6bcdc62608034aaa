import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { eventually } from "../support/scenes/eventually";
import { readManifest } from "../support/scenes/manifest";
import { type Service, startService } from "../support/service";
import { parseScrape } from "../support/tables/alert-rules";

/** The built service with its metrics: what the front door and Next's bundle count is in one place. */
let service: Service;
let demo: Manifest;
let metricsUrl = "";

beforeAll(async () => {
  const port = await findFreePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  service = await startService({ env: { SVC_METRICS_PORT: String(port) } });
  demo = readManifest(service.manifestFile);
});
afterAll(() => service.stop());

/** 0: there is no such series yet. */
async function read(name: string, wanted: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await fetch(metricsUrl);
  const { samples } = parseScrape(0, await response.text());
  const found = samples.find(
    (sample) =>
      sample.name === name && Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
  );
  return found?.value ?? 0;
}

const ask = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, { redirect: "manual", ...init });
const requests = (route: string, method: string, status: string) =>
  read("svc_http_requests_total", { route, method, status });

test("requests are counted once, by template, area and class of status", async () => {
  const authorization = `Bearer ${demo.apiKeys.org.key}`;
  const { id } = demo.rooms.general;
  expect((await ask(`/v1/rooms/${id}`, { headers: { authorization } })).status).toBe(200);
  expect((await ask(`/v1/rooms/${id}`, { method: "PUT" })).status).toBe(405);
  expect((await ask("/v1/none/such")).status).toBe(404);
  expect((await ask("/login")).status).toBe(200);
  expect((await ask("/oauth/token", { method: "POST" })).status).toBe(400);
  expect((await ask("/nothing-here")).status).toBe(404);
  await eventually(async () => {
    expect(await requests("/v1/rooms/{roomId}", "GET", "2xx")).toBe(1);
    expect(await requests("unmatched", "PUT", "4xx")).toBe(1);
    expect(await requests("unmatched", "GET", "4xx")).toBe(1);
    expect(await requests("/login", "GET", "2xx")).toBe(1);
    expect(await requests("/oauth/token", "POST", "4xx")).toBe(1);
    expect(await requests("other", "GET", "4xx")).toBe(1);
    expect(await read("svc_http_request_duration_seconds_count", { route: "/v1/rooms/{roomId}" })).toBe(1);
    expect(await read("svc_units_charged_total")).toBeGreaterThan(0);
    expect(await read("svc_group_commit_items_sum", { batch: "charge" })).toBe(1);
  });
});

test("a gate that refuses in Next's bundle is counted in the same place as one of the front door", async () => {
  const refusals = () => read("svc_refusals_total", { gate: "requireCredential", code: "unauthenticated" });
  const before = await refusals();
  expect((await ask("/v1/me")).status).toBe(401);
  await eventually(async () => expect(await refusals()).toBe(before + 1));
  expect((await ask("/api/cli/v1/me")).status).toBe(401);
  await eventually(async () => expect(await refusals()).toBe(before + 2));
  await eventually(async () => expect(await requests("/api/cli", "GET", "4xx")).toBe(1));
});

test("the snapshot comes by itself, and nothing names a tenant, a person or a key", async () => {
  await eventually(async () =>
    expect(await read("svc_background_runs_ended_total", { outcome: "completed" })).toBeGreaterThan(0),
  );
  expect(await read("svc_database_connections_max")).toBe(16);
  const text = await (await fetch(metricsUrl)).text();
  expect(text).not.toMatch(/(?:usr|org|room|key|bil|app|wh)_[0-9a-z]{8}/);
  expect(text).not.toContain("svc_test_");
});

test("the public port has no metrics, and the port of the metrics has nothing else", async () => {
  expect((await ask("/metrics")).status).toBe(404);
  const other = new URL("/v1/me", metricsUrl);
  expect((await fetch(other)).status).toBe(404);
  expect((await fetch(metricsUrl, { method: "POST" })).status).toBe(405);
});

import { expect, test, vi } from "vitest";
import { SvcApiError, SvcConnectionError, SvcTimeoutError } from "../src/index";
import { createClient, fail, respond, scriptFetch } from "./scripted-fetch";

const MESSAGE = { id: "msg_1", roomId: "room_1", body: "Hello", createdAt: "", updatedAt: "" };
const CUT = new TypeError("fetch failed");

/** Every wait of the client passes at once; the waits are kept. */
function skipWaits(): number[] {
  const waits: number[] = [];
  const schedule = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (work: () => void, milliseconds = 0) => {
    if (milliseconds === 30_000) return schedule(work, milliseconds);
    waits.push(milliseconds);
    return schedule(work, 0);
  });
  return waits;
}

test("sends method, path, query, body, credential and a key for a write", async () => {
  const script = scriptFetch(respond(MESSAGE, { status: 201 }));
  const svc = createClient(script);
  expect(await svc.rooms.messages.create("room/1", { body: "Hello" }, { requestId: "mine" })).toEqual(MESSAGE);
  await svc.rooms.tasks.list("room_1", { limit: 5 });
  const [write, read] = script.sent;
  expect([write?.method, write?.url, write?.body]).toEqual([
    "POST",
    "https://svc.test/v1/rooms/room%2F1/messages",
    '{"body":"Hello"}',
  ]);
  expect(write?.headers.get("authorization")).toBe("Bearer svc_test_key");
  expect(write?.headers.get("x-request-id")).toBe("mine");
  expect(write?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  expect([read?.method, read?.url]).toEqual(["GET", "https://svc.test/v1/rooms/room_1/tasks?limit=5"]);
  expect(read?.headers.has("idempotency-key")).toBe(false);
});

test.each(["", ".", "..", undefined as unknown as string])(
  "refuses %j as an id, which would name another path",
  async (id) => {
    const script = scriptFetch(respond({}));
    await expect(createClient(script).rooms.messages.create(id, { body: "Hello" })).rejects.toThrow(TypeError);
    expect(script.sent).toEqual([]);
  },
);

test("sends a write again under the same key after a cut connection, a 500 and an original that still runs", async () => {
  skipWaits();
  const running = fail(409, "idempotency_conflict", { reason: "in_progress" });
  const replies = [CUT, running, fail(500, "internal_error"), running, running, respond(MESSAGE, { status: 201 })];
  const script = scriptFetch(...replies);
  expect(await createClient(script, { maxRetries: 4 }).rooms.messages.create("r", { body: "Hello" })).toEqual(MESSAGE);
  expect(new Set(script.sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  expect(script.sent).toHaveLength(replies.length);
});

test.each([
  [409, "idempotency_conflict", { reason: "mismatch" }],
  [409, "idempotency_conflict", { reason: "result_unavailable" }],
  [409, "version_conflict", { currentVersion: 3 }],
  [429, "api_units_exceeded", { kind: "monthly_units" }],
  [400, "validation_error", { issues: [] }],
  [403, "forbidden", undefined],
])("never sends again after %i %s %j", async (status, code, details) => {
  const script = scriptFetch(fail(status, code, details, { "retry-after": "1" }));
  const call = createClient(script).rooms.messages.create("r", { body: "Hello" });
  await expect(call).rejects.toMatchObject({ status, code, requestId: "req_1" });
  expect(script.sent).toHaveLength(1);
});

test("waits as long as a refused burst asks, and no longer than it is allowed to", async () => {
  const waits = skipWaits();
  const refused = (seconds: string) => fail(429, "rate_limit_exceeded", { kind: "burst" }, { "retry-after": seconds });
  expect(await createClient(scriptFetch(refused("7"), respond({ id: "me" }))).me.get()).toEqual({ id: "me" });
  expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  expect(waits[0]).toBeLessThan(7_500);
  const script = scriptFetch(refused("120"));
  await expect(createClient(script).me.get()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  expect(script.sent).toHaveLength(1);
});

test("gives up after the retries it has, with the last error", async () => {
  skipWaits();
  const script = scriptFetch(fail(503, "rate_limit_backend_unavailable", undefined, { "retry-after": "1" }));
  await expect(createClient(script, { maxRetries: 2 }).me.get()).rejects.toThrow(SvcApiError);
  expect(script.sent).toHaveLength(3);
  const cut = scriptFetch(CUT);
  await expect(createClient(cut).me.get({ maxRetries: 0 })).rejects.toThrow(SvcConnectionError);
  expect(cut.sent).toHaveLength(1);
});

test("ends an attempt at its time-out, and a call at its caller's abort", async () => {
  const hang: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(new DOMException("Aborted", "AbortError"));
      if (init?.signal?.aborted) end();
      init?.signal?.addEventListener("abort", end);
    });
  const svc = createClient({ sent: [], fetch: hang });
  await expect(svc.me.get({ timeoutMs: 20, maxRetries: 0 })).rejects.toThrow(SvcTimeoutError);
  const controller = new AbortController();
  const call = svc.me.get({ signal: controller.signal });
  controller.abort(new Error("The reader left"));
  await expect(call).rejects.toThrow("The reader left");
});

test("an error tells code, details, request and help", async () => {
  const help = { link: '<https://svc.test/docs/errors/version_conflict>; rel="help"' };
  const script = scriptFetch(fail(409, "version_conflict", { currentVersion: 3 }, help));
  const error = await createClient(script)
    .rooms.tasks.update("r", "t", { title: "New", version: 2 })
    .catch((caught: unknown) => caught);
  if (!(error instanceof SvcApiError) || !error.hasCode("version_conflict")) throw error;
  expect(error.details?.currentVersion).toBe(3);
  expect(error.docsUrl).toBe("https://svc.test/docs/errors/version_conflict");
  expect(error.message).toBe("It is version_conflict. (409 version_conflict, request req_1)");
  const page = scriptFetch(new Response("<html>Bad gateway</html>", { status: 400 }));
  await expect(createClient(page).me.get()).rejects.toMatchObject({ status: 400, code: "unknown" });
});

test("gives the response, its limits and whether it is a replay beside the data", async () => {
  const headers = {
    "x-request-id": "req_9",
    "idempotent-replayed": "true",
    "ratelimit-limit": "120",
    "ratelimit-remaining": "119",
    "ratelimit-reset": "60",
    "svc-ratelimit-scope": "actor",
    "svc-api-units-used": "4",
    "svc-api-units-cost": "1",
  };
  const svc = createClient(scriptFetch(respond({ id: "me" }, { headers })));
  const { data, requestId, limits, isReplay, response } = await svc.me.get().withResponse();
  expect([data, requestId, isReplay, response.status]).toEqual([{ id: "me" }, "req_9", true, 200]);
  expect(limits).toEqual({
    burst: { limit: 120, remaining: 119, resetSeconds: 60, scope: "actor" },
    units: { used: 4, cost: 1 },
  });
  expect(svc.limits).toEqual(limits);
});

test("reports each attempt without credential or body", async () => {
  skipWaits();
  const reports: object[] = [];
  const script = scriptFetch(CUT, respond({ id: "me" }));
  await createClient(script, { onAttempt: (report) => reports.push(report) }).me.get();
  expect(reports).toEqual([
    { method: "GET", path: "/v1/me", attempt: 1, durationMs: expect.any(Number), retryInMs: expect.any(Number) },
    { method: "GET", path: "/v1/me", attempt: 2, durationMs: expect.any(Number), status: 200 },
  ]);
});

test("walks pages as they are needed, with the query of the first", async () => {
  const page = (ids: string[], nextCursor: string | null) => respond({ data: ids.map((id) => ({ id })), nextCursor });
  const pages = () => scriptFetch(page(["a", "b"], "two"), page(["c"], "three"), page(["d"], null));
  const script = pages();
  const seen: string[] = [];
  for await (const { id } of createClient(script).rooms.list({ limit: 2 })) seen.push(id);
  expect(seen).toEqual(["a", "b", "c", "d"]);
  expect(script.sent.map(({ url }) => new URL(url).search)).toEqual([
    "?limit=2",
    "?limit=2&cursor=two",
    "?limit=2&cursor=three",
  ]);
  const short = pages();
  const some = await createClient(short).rooms.list().toArray({ limit: 2 });
  expect([some.length, short.sent.length]).toEqual([2, 1]);
  const first = await createClient(pages()).rooms.list();
  expect([first.data.length, (await first.next())?.data.length]).toEqual([2, 1]);
});

test("performs an operation that it has no method for as it does its own", async () => {
  const script = scriptFetch(CUT, respond({ id: "x" }));
  skipWaits();
  const svc = createClient(script, { appInfo: "my-app/1.2" });
  expect(await svc.request({ method: "POST", path: "/v1/new/{id}", pathParameters: { id: "a/b" }, body: {} })).toEqual({
    id: "x",
  });
  for (const { headers } of script.sent)
    expect(headers.get("user-agent")).toMatch(/^svc-sdk-typescript\/\S+ my-app\/1\.2$/);
  expect(script.sent.map(({ url }) => url)).toEqual(Array(2).fill("https://svc.test/v1/new/a%2Fb"));
  expect(new Set(script.sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("other settings leave the credential and the first client as they are", async () => {
  const script = scriptFetch(fail(503, "rate_limit_backend_unavailable"), respond({ id: "me" }));
  skipWaits();
  const svc = createClient(script, { headers: { "x-tenant": "one" } });
  await expect(svc.withOptions({ maxRetries: 0 }).me.get()).rejects.toThrow(SvcApiError);
  expect(await svc.me.get()).toEqual({ id: "me" });
  for (const { headers } of script.sent)
    expect([headers.get("authorization"), headers.get("x-tenant")]).toEqual(["Bearer svc_test_key", "one"]);
});

test("a successful response that is no JSON is not a broken connection", async () => {
  const script = scriptFetch(new Response("<html>"));
  await expect(createClient(script).me.get()).rejects.toThrow("The response is not JSON");
  expect(script.sent).toHaveLength(1);
});

import { afterAll, expect, inject, test } from "vitest";
import { useDemo } from "../../support/scenes/demo";
import { connectDatabase } from "../../support/scenes/run-sql";
import { createWorld } from "../../support/scenes/world";
import { startDistortingProxy } from "../../support/servers/http-proxies";
import { listGoodCalls } from "../conformance/calls";
import { callRaw } from "../conformance/columns";
import { createGoodScene } from "../conformance/scenes";

/** Next's own route files, as a platform that runs Next by itself calls them. All else of the contract is behind them. */
const demo = useDemo();
const url = inject("nextDoorUrl");
const database = connectDatabase(demo.databaseUrl);
const proxy = await startDistortingProxy(url);
const services = {
  urls: { live: url, roomy: url, withoutLedger: url, withoutLimits: url, withoutDatabase: url },
  proxy,
};
afterAll(async () => {
  await proxy.close();
  await database.close();
});

test("each operation succeeds at its route file", async () => {
  const calls = listGoodCalls(await createGoodScene(demo, createWorld(database)));
  const outcomes = await callRaw(calls, services);
  expect(outcomes.map(({ status, requestId }, n) => [calls[n]?.operation.id, status, requestId])).toEqual(
    calls.map(({ operation, status }) => [operation.id, status, expect.stringMatching(/^req_/)]),
  );
});

test("each operation refuses a token that is not there, with the envelope", async () => {
  const credential = { accessToken: `svc_at_${"a".repeat(43)}` };
  const calls = listGoodCalls(await createGoodScene(demo, createWorld(database)));
  const outcomes = await callRaw(
    calls.map((call) => ({ ...call, credential })),
    services,
  );
  expect(outcomes.map(({ status, code, requestId }) => [status, code, requestId])).toEqual(
    calls.map(() => [401, "unauthenticated", expect.stringMatching(/^req_/)]),
  );
});

test.each(["/v1", "/v1/nothing", "/v1/rooms/room_1/secrets"])("%s is not there, in JSON", async (path) => {
  const response = await fetch(url + path);
  const body = await response.json();
  expect([response.status, body]).toEqual([404, { error: expect.objectContaining({ code: "not_found" }) }]);
});

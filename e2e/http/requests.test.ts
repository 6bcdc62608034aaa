import { expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";

const demo = useDemo();

async function ask(path: string, cookie: string) {
  const answer = await fetch(`${demo.baseUrl}/api/requests${path}`, { headers: { cookie }, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

test("a refused request leads from its error to its explanation, in the list within two seconds", async () => {
  const { owner } = demo.users;
  const cookie = await openSession(demo.baseUrl, owner);
  const refused = await fetch(`${demo.baseUrl}/v1/rooms/${demo.rooms.foreign.id}/messages`, {
    headers: { "x-api-key": demo.apiKeys.org.key },
  });
  const requestId = refused.headers.get("x-request-id") ?? "";
  expect(refused.headers.get("link")).toBe(
    `<${demo.baseUrl}/docs/errors/room_not_found?request=${requestId}>; rel="help"`,
  );
  const list = await ask(`?owner=${demo.organizations.acme.id}&class=4xx&limit=100`, cookie);
  expect(list.status).toBe(200);
  // Other tests are refused at the same time.
  const row = list.json.rows.find((row: { requestId: string }) => row.requestId === requestId);
  expect(row).toMatchObject({ status: 404, errorCode: "room_not_found", roomId: demo.rooms.foreign.id });
  expect(list.headers.get("cache-control")).toBe("no-store");
  const why = await ask(`/${requestId}`, cookie);
  expect(why.json).toMatchObject({ stop: { step: "requireAccess", cause: "room_unseen", fix: { kind: "check_id" } } });
  expect(await ask(`/${requestId}/check`, cookie)).toMatchObject({
    json: { check: { stop: { cause: "room_unseen" } } },
  });
  expect(await ask(`/usage?owner=${demo.organizations.acme.id}`, cookie)).toMatchObject({
    status: 200,
    json: { area: { name: expect.any(String), seesAll: true } },
  });
});

test("without a session 401; another tenant's requests, owners and areas are the same 404", async () => {
  const answer = await fetch(`${demo.baseUrl}/v1/event-types`, { headers: { "x-api-key": demo.apiKeys.org.key } });
  const requestId = answer.headers.get("x-request-id") ?? "";
  for (const path of ["", "/usage", `/${requestId}`, `/${requestId}/check`])
    expect((await ask(path, "")).status).toBe(401);
  const cookie = await openSession(demo.baseUrl, await makePerson(demo));
  const bodies = new Set<string>();
  for (const path of [
    `?owner=${demo.organizations.acme.id}`,
    "?owner=org_none",
    `/usage?owner=${demo.organizations.acme.id}`,
    `/${requestId}`,
    `/${requestId}/check`,
    "/req_none",
  ]) {
    const { status, json } = await ask(path, cookie);
    expect([path, status]).toEqual([path, 404]);
    bodies.add(JSON.stringify({ ...json.error, requestId: "" }));
  }
  expect(bodies.size).toBe(1);
  expect(await ask("?class=9xx", cookie)).toMatchObject({ status: 400, json: { error: { code: "validation_error" } } });
  expect(await ask("", cookie)).toMatchObject({ status: 200, json: { rows: [], nextCursor: null } });
});

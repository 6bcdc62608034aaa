import { expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { plantNotifications } from "../support/scenes/notification-rows";
import { makePerson } from "../support/scenes/people";
import { runSql } from "../support/scenes/run-sql";

const demo = useDemo();
const INBOX = "/settings/notifications";

const get = (path: string, cookie = "") =>
  fetch(`${demo.baseUrl}${INBOX}${path}`, { headers: { cookie }, redirect: "manual" });
const count = async (cookie: string) => ((await (await get("/unread", cookie)).json()) as { count: number }).count;

test("the count is the person's own, is never cached, and needs a session", async () => {
  const [person, other] = [await makePerson(demo), await makePerson(demo)];
  await plantNotifications(demo, person, 3);
  const answer = await get("/unread", await openSession(demo.baseUrl, person));
  expect([answer.status, answer.headers.get("cache-control"), await answer.json()]).toEqual([
    200,
    "no-store",
    { count: 3 },
  ]);
  expect(await count(await openSession(demo.baseUrl, other))).toBe(0);
  expect((await get("/unread")).status).toBe(401);
});

test("opening one marks it as read and leads to what it tells of; another person's leads back to the list", async () => {
  const [person, other] = [await makePerson(demo), await makePerson(demo)];
  await plantNotifications(demo, person, 2);
  const [newest] = await runSql<{ id: string }>(
    demo.databaseUrl,
    "SELECT id FROM notifications WHERE audience = $1 ORDER BY id DESC LIMIT 1",
    [`person:${person.id}`],
  );
  const [cookie, stranger] = [await openSession(demo.baseUrl, person), await openSession(demo.baseUrl, other)];
  const follow = async (id: string, as: string) => {
    const answer = await get(`/${id}`, as);
    return [answer.status, answer.headers.get("location"), answer.headers.get("cache-control")];
  };
  expect(await follow(newest?.id ?? "", stranger)).toEqual([303, INBOX, "no-store"]);
  expect(await count(cookie)).toBe(2);
  const target = `/settings/developer/webhooks/${demo.webhooks.v2.id}`;
  expect(await follow(newest?.id ?? "", cookie)).toEqual([303, target, "no-store"]);
  expect(await count(cookie)).toBe(1);
  for (const id of ["0", "x", "-1", "9".repeat(30), "999999999999"])
    expect(await follow(id, cookie)).toEqual([303, INBOX, "no-store"]);
  const signedOut = await follow(newest?.id ?? "", "");
  expect(signedOut[1]).toMatch(/^\/login\?callbackUrl=/);
});

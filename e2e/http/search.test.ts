import { expect, test } from "vitest";
import { newEventId, newId } from "../../lib/platform/ids";
import { SEARCHES_PER_MINUTE } from "../../lib/platform/page-limits";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { makeManager, plantAttempt, plantWebhook } from "../support/scenes/webhook-rows";

const demo = useDemo();

interface Found {
  status: number;
  body: string;
  hits: { kind: string; id: string; name: string; href: string }[];
}

async function search(cookie: string, text: string): Promise<Found> {
  const answer = await fetch(`${demo.baseUrl}/api/search?${new URLSearchParams({ q: text }).toString()}`, {
    headers: { cookie },
    redirect: "manual",
  });
  const body = await answer.text();
  const { hits = [] } = JSON.parse(body) as Partial<Found>;
  return { status: answer.status, body, hits };
}

test("names and ids lead to the pages of their things, and each link opens", async () => {
  const manager = await makeManager(demo, { isRoomOwn: true });
  const cookie = await openSession(demo.baseUrl, manager);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Quokka relay" }), roomId: manager.roomId };
  const attempt = await plantAttempt(demo, webhook);
  const [byName, byAttempt] = [await search(cookie, "quokka"), await search(cookie, attempt)];
  expect(byName.hits).toMatchObject([{ kind: "webhook", id: webhook.id, name: "Quokka relay" }]);
  expect(byAttempt.hits).toMatchObject([{ kind: "delivery", id: attempt }]);
  const ids = [webhook.id, manager.roomId, demo.apiKeys.org.id, demo.organizations.acme.id];
  const byId = await Promise.all(ids.map((id) => search(cookie, id)));
  expect(byId.map(({ hits }) => hits.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
  const types = await search(cookie, "record.cre");
  expect(types.hits).toMatchObject([{ kind: "eventType", id: "record.created" }]);
  for (const { href } of [byName, byAttempt, ...byId, types].flatMap(({ hits }) => hits)) {
    const page = await fetch(`${demo.baseUrl}${href}`, { headers: { cookie }, redirect: "manual" });
    expect([href, page.status]).toEqual([href, 200]);
  }
});

test("a thing of another tenant, a missing one and a hidden one give the same bytes", async () => {
  const manager = await makeManager(demo, { isRoomOwn: true });
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Hidden relay" }), roomId: manager.roomId };
  const attempt = await plantAttempt(demo, webhook);
  const unseen = [
    webhook.id,
    attempt,
    manager.roomId,
    manager.id,
    "Hidden relay",
    ...Object.values(demo.rooms).map(({ id }) => id),
    ...Object.values(demo.messages).map(({ id }) => id),
    ...Object.values(demo.tasks).map(({ id }) => id),
    ...Object.values(demo.records).map(({ id }) => id),
    ...Object.values(demo.boards).map(({ id }) => id),
    ...Object.values(demo.apiKeys).map(({ id }) => id),
    ...Object.values(demo.connectors).map(({ id }) => id),
    ...Object.values(demo.organizations).map(({ id }) => id),
    newId("wh"),
    newId("room"),
    newEventId(),
    "00000000-0000-4000-8000-000000000000",
    "req_none",
  ];
  const cookie = await openSession(demo.baseUrl, await makePerson(demo));
  const bodies = new Map<string, string[]>();
  for (const text of unseen) {
    const { body } = await search(cookie, text);
    bodies.set(body, [...(bodies.get(body) ?? []), text]);
  }
  expect([...bodies.keys()]).toEqual(['{"hits":[]}']);
});

test("a guest finds the room that they are in, and neither its webhooks nor the organization's keys", async () => {
  const cookie = await openSession(demo.baseUrl, demo.users.guest);
  expect((await search(cookie, demo.rooms.general.id)).hits).toMatchObject([{ kind: "room" }]);
  for (const id of [demo.webhooks.v2.id, demo.apiKeys.org.id, demo.connectors.demo.id])
    expect([id, (await search(cookie, id)).hits]).toEqual([id, []]);
});

test("refuses a search without a session and one that is too long, and looks for no secret", async () => {
  expect((await search("", "general")).status).toBe(401);
  const cookie = await openSession(demo.baseUrl, demo.users.owner);
  expect((await search(cookie, "é".repeat(200))).status).toBe(200);
  expect((await search(cookie, "é".repeat(201))).status).toBe(400);
  expect((await search(cookie, "a\u0000b")).status).toBe(400);
  expect((await search(cookie, "")).hits).toEqual([]);
  expect((await search(cookie, "%")).hits).toEqual([]);
  expect((await search(cookie, demo.apiKeys.org.key)).hits).toEqual([]);
});

test("the page that searches in rooms counts with these searches, and says when there are too many", async () => {
  const cookie = await openSession(demo.baseUrl, await makePerson(demo));
  const isRefused = async () => {
    const answer = await fetch(`${demo.baseUrl}/rooms/search?q=hello`, { headers: { cookie } });
    // All texts of the page are in its scripts.
    const drawn = (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
    return drawn.includes("Too many searches");
  };
  expect(await isRefused()).toBe(false);
  const searchOften = () => Promise.all(Array.from({ length: SEARCHES_PER_MINUTE }, () => search(cookie, "hello")));
  // Each minute has its own count, and the next one may begin before the page is asked for.
  await expect.poll(() => searchOften().then(isRefused), { timeout: 120_000 }).toBe(true);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { failing, tellTenants } from "../../../e2e/support/scenes/told-tenants";
import { createWorld } from "../../../e2e/support/scenes/world";
import {
  makeBrowser,
  PUSH_ORIGIN,
  startPushService,
  type TestBrowser,
} from "../../../e2e/support/servers/push-service";
import { endSession } from "../../accounts/sessions/end-session";
import { startSession } from "../../accounts/sessions/start-session";
import { shared } from "../../platform/shared";
import { notifyPeople } from "../notify-people";
import { saveNotificationPreferences } from "../save-preferences";
import { drainPushes } from "./drain";
import { endPushes, subscribe } from "./subscribe";
import { PUSH_DEVICES_PER_PERSON_MAX } from "./subscription";

const database = useTestDatabase();
const world = createWorld(database);
const { createTenant, insertWebhook } = tellTenants(world);
let service: Awaited<ReturnType<typeof startPushService>>;
let browsers = 0;

beforeAll(async () => {
  service = await startPushService();
  shared("push-client", () => service.client);
});
beforeEach(async () => {
  await database.query("DELETE FROM push_subscriptions");
  service.arrived.length = 0;
});
afterAll(() => service.close());

async function turnOn({ id: userId }: { id: string }, browser?: TestBrowser) {
  browsers += 1;
  const used = browser ?? makeBrowser(`/browser/${browsers}`);
  const sessionId = await startSession(userId, "Mozilla/5.0 Firefox/140.0", { isKnownDevice: true });
  expect(await subscribe({ sessionId, userId }, used.subscription)).toBe("subscribed");
  return { ...used, sessionId, userId };
}

const openAll = ({ path, open }: TestBrowser) =>
  service.arrived.filter((request) => request.path === path).map(({ body }) => open(body));
const titlesOf = (browser: TestBrowser) => openAll(browser).map(({ title }) => title);
const listQueue = () =>
  database.query<{ attempts: number; wait: number }>(
    "SELECT attempts, extract(epoch FROM due_at - now())::int AS wait FROM notification_pushes",
  );
const passWait = () => database.query("UPDATE notification_pushes SET due_at = now() - interval '1 second'");
const countDevices = async () => (await database.query("SELECT FROM push_subscriptions")).length;

const FAILS = "Webhook “Tracker” is failing";

test("sends once, to those who turned it on and whose inbox shows it, what only their browser can open", async () => {
  const [ours, theirs] = [await createTenant(), await createTenant()];
  const [phone, laptop, other] = [await turnOn(ours.owner), await turnOn(ours.owner), await turnOn(theirs.owner)];
  const member = await turnOn(ours.member);
  const webhookId = await insertWebhook(ours, failing(5));
  await Promise.all(Array.from({ length: 8 }, notifyPeople));
  await Promise.all(Array.from({ length: 4 }, drainPushes));
  await notifyPeople();
  await drainPushes();
  expect([phone, laptop, other, member].map(titlesOf)).toEqual([[FAILS], [FAILS], [], []]);
  expect(openAll(phone)).toEqual([
    {
      title: FAILS,
      body: "5 deliveries in a row failed in General. After 20 it is deactivated.",
      path: expect.stringMatching(/^\/settings\/notifications\/\d+$/),
      page: `/settings/developer/webhooks/${webhookId}`,
    },
  ]);
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = service.arrived;
  expect(headers).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/),
    "content-encoding": "aes128gcm",
    ttl: "86400",
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(body.toString("latin1")).not.toContain("Tracker");
  expect(await listQueue()).toEqual([]);
});

test("puts all that waits into one push", async () => {
  const tenant = await createTenant();
  const browser = await turnOn(tenant.owner);
  for (const [index, by] of ["Ada", "Bob", "Cy"].entries())
    await world.insert("notifications", {
      key: `group:${tenant.id}:${index}`,
      kind: "message.mentioned",
      audience: `person:${tenant.owner.id}`,
      subject_id: `msg_${index}`,
      facts: { by, roomId: tenant.roomId, room: "General" },
    });
  await notifyPeople();
  await drainPushes();
  expect(openAll(browser)).toMatchObject([
    { title: "Cy and 2 others mentioned you in General", body: "", page: `/rooms/${tenant.roomId}` },
  ]);
  await insertWebhook(tenant, failing(5));
  await insertWebhook(tenant, failing(5, { name: "Second" }));
  await notifyPeople();
  await drainPushes();
  expect(openAll(browser)[1]).toMatchObject({
    body: expect.stringMatching(/deactivated\. One more is in your inbox\.$/),
    path: "/settings/notifications",
    page: "/settings/notifications",
  });
});

test("keeps the longest names within one record", async () => {
  const tenant = await createTenant();
  const browser = await turnOn(tenant.owner);
  await insertWebhook(tenant, failing(5, { name: "😀".repeat(2_000) }));
  await notifyPeople();
  await drainPushes();
  expect(openAll(browser)[0]?.title).toMatch(/^Webhook “😀+…$/u);
  expect(service.arrived[0]?.body.length).toBeLessThan(3_000);
});

describe("what was queued is decided again when it is sent", () => {
  test("kinds that the person does not want", async () => {
    const tenant = await createTenant();
    await saveNotificationPreferences(tenant.manager.id, { unpushed: ["webhook.failing"] });
    const [before, after] = [await turnOn(tenant.manager), await turnOn(tenant.owner)];
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    expect(await listQueue()).toHaveLength(1);
    await saveNotificationPreferences(tenant.owner.id, { unpushed: ["webhook.failing"] });
    await drainPushes();
    expect([before, after].map(titlesOf)).toEqual([[], []]);
    expect(await listQueue()).toEqual([]);
  });

  test("a lost role, a read notification, and a session that ended or slept", async () => {
    const tenant = await createTenant();
    const readers = await Promise.all([world.user(), world.user(), world.user()]);
    for (const { id } of readers) {
      await world.join(tenant.id, id, 30);
      await world.enter(tenant.roomId, id, 30);
    }
    const people = [tenant.manager, ...readers];
    const [demoted, read, ended, asleep] = await Promise.all(people.map((person) => turnOn(person)));
    if (!(demoted && read && ended && asleep)) throw new Error("no browser");
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    expect(await listQueue()).toHaveLength(4);
    await database.query("UPDATE room_members SET role = 20 WHERE user_id = $1", [demoted.userId]);
    await database.query(
      "INSERT INTO notification_reads SELECT $1, notification_id, now() FROM notification_pushes WHERE session_id = $2",
      [read.userId, read.sessionId],
    );
    await endSession(ended);
    await database.query("UPDATE sessions SET last_used_at = now() - interval '8 days' WHERE id = $1", [
      asleep.sessionId,
    ]);
    await drainPushes();
    expect(service.arrived).toEqual([]);
    expect(await listQueue()).toEqual([]);
    await insertWebhook(tenant, failing(6, { name: "Second" }));
    await notifyPeople();
    expect(await listQueue()).toHaveLength(1);
  });
});

describe("a push service that refuses", () => {
  test.each([404, 410])("a subscription that is gone ends at %s, and no other", async (status) => {
    const tenant = await createTenant();
    const [gone, there] = [await turnOn(tenant.owner), await turnOn(tenant.manager)];
    service.statuses.set(gone.path, status);
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await drainPushes();
    expect([gone, there].map((browser) => titlesOf(browser).length)).toEqual([1, 1]);
    expect(await database.query("SELECT session_id AS id FROM push_subscriptions")).toEqual([{ id: there.sessionId }]);
    expect(await listQueue()).toEqual([]);
  });

  test.each([500, 503, 429])("%s is tried again, later each time", async (status) => {
    const tenant = await createTenant();
    const browser = await turnOn(tenant.owner);
    service.statuses.set(browser.path, status);
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    const waits: number[] = [];
    for (const attempts of [1, 2, 3]) {
      await Promise.all([drainPushes(), drainPushes()]);
      const queue = await listQueue();
      expect(queue).toMatchObject([{ attempts }]);
      waits.push(queue[0]?.wait ?? 0);
      await passWait();
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(openAll(browser)).toHaveLength(3);
    service.statuses.delete(browser.path);
    await drainPushes();
    expect([titlesOf(browser).length, await listQueue()]).toEqual([4, []]);
  });

  test("what is a day old is dropped, and what cannot be taken is not repeated", async () => {
    const tenant = await createTenant();
    const browser = await turnOn(tenant.owner);
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await database.query("UPDATE notification_pushes SET created_at = now() - interval '25 hours'");
    await drainPushes();
    expect([openAll(browser), await listQueue()]).toEqual([[], []]);
    service.statuses.set(browser.path, 413);
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await drainPushes();
    expect([titlesOf(browser), await listQueue(), await countDevices()]).toEqual([[FAILS], [], 1]);
  });

  test("a device that cannot be reached holds up no other", async () => {
    const tenant = await createTenant();
    const [away, broken, good] = [
      await turnOn(tenant.owner, { ...makeBrowser("/away"), ...elsewhere() }),
      await turnOn(tenant.owner),
      await turnOn(tenant.owner),
    ];
    await database.query("UPDATE push_subscriptions SET ciphertext = 'v2.gone.a.b.c' WHERE session_id = $1", [
      broken.sessionId,
    ]);
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await drainPushes();
    expect([away, broken, good].map(titlesOf)).toEqual([[], [], [FAILS]]);
    expect(await listQueue()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  });
});

function elsewhere() {
  const { subscription } = makeBrowser("/away");
  return { subscription: { ...subscription, endpoint: "https://unknown.example/away" } };
}

describe("devices", () => {
  test("an endpoint belongs to whoever turned it on last", async () => {
    const tenant = await createTenant();
    const browser = makeBrowser("/shared");
    const first = await turnOn(tenant.owner, browser);
    const second = await turnOn(tenant.manager, browser);
    const rows = await database.query("SELECT session_id AS id FROM push_subscriptions");
    expect(rows).toEqual([{ id: second.sessionId }]);
    await subscribe(second, { ...browser.subscription, endpoint: `${PUSH_ORIGIN}/new` });
    await subscribe(second, { ...browser.subscription, endpoint: `${PUSH_ORIGIN}/new` });
    expect(await countDevices()).toBe(1);
    await endPushes({ sessionId: second.sessionId, userId: first.userId });
    expect(await countDevices()).toBe(1);
    await endPushes(second);
    expect(await countDevices()).toBe(0);
  });

  test("the oldest beyond the limit ends, and a deleted person takes theirs along", async () => {
    const [person, other] = [await world.user(), await world.user()];
    await turnOn(other);
    const [oldest] = [await turnOn(person)];
    for (let device = 0; device < PUSH_DEVICES_PER_PERSON_MAX; device += 1) await turnOn(person);
    expect(await countDevices()).toBe(PUSH_DEVICES_PER_PERSON_MAX + 1);
    expect(await database.query("SELECT FROM push_subscriptions WHERE session_id = $1", [oldest.sessionId])).toEqual(
      [],
    );
    await database.query("DELETE FROM users WHERE id = $1", [person.id]);
    expect(await countDevices()).toBe(1);
  });

  test("holds endpoint and keys sealed", async () => {
    const { subscription } = await turnOn(await world.user());
    const [row] = await database.query("SELECT to_jsonb(p)::text AS text FROM push_subscriptions p");
    for (const secret of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
      expect(JSON.stringify(row)).not.toContain(secret);
  });

  test("without a key nothing is offered, queued or sent", async () => {
    const tenant = await createTenant();
    const browser = await turnOn(tenant.owner);
    vi.stubEnv("SVC_VAPID_KEY", "");
    resetShared();
    try {
      expect(await subscribe(browser, browser.subscription)).toBe("refused");
      await insertWebhook(tenant, failing(5));
      await notifyPeople();
      expect(await drainPushes()).toBe(true);
      expect([service.arrived, await listQueue()]).toEqual([[], []]);
    } finally {
      vi.unstubAllEnvs();
      resetShared();
      shared("push-client", () => service.client);
    }
  });
});

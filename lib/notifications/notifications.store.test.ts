import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { DISABLED, failing, tellTenants } from "../../e2e/support/scenes/told-tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { startSession } from "../accounts/sessions/start-session";
import { requestClient } from "../oauth/client-documents/request-client";
import { newId } from "../platform/ids";
import { reserveUnits } from "../usage/reserve";
import { markAllRead, markRead } from "./mark-read";
import { listKindsOf, type NotificationSource } from "./notification";
import { raiseNotifications } from "./notify-people";
import { countUnread, findTargetOf, readInbox, readNotificationPreferences } from "./queries";
import { raiseUsageAlerts } from "./raise-usage-alerts";
import { eraseOldNotifications } from "./retention";
import { saveNotificationPreferences } from "./save-preferences";

const database = useTestDatabase();
const world = createWorld(database);

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

const { createTenant, insertWebhook } = tellTenants(world);
type Tenant = Awaited<ReturnType<typeof createTenant>>;

const listKinds = async (userId: string) => (await readInbox(userId, null, 100)).notifications.map(({ kind }) => kind);
const readRoles = async ({ owner, manager, member }: Tenant) =>
  Promise.all([owner, manager, member].map(({ id }) => listKinds(id)));
const countOf = async (subjectId: string) =>
  (await database.query("SELECT id FROM notifications WHERE subject_id = $1", [subjectId])).length;

describe("what is told, and to whom", () => {
  test("a failing webhook: its room's managers and owners, and no other tenant", async () => {
    const [ours, theirs] = [await createTenant(), await createTenant()];
    await insertWebhook(ours, failing(4));
    const webhookId = await insertWebhook(ours, failing(5));
    await raiseNotifications();
    expect(await readRoles(ours)).toEqual([["webhook.failing"], ["webhook.failing"], []]);
    expect(await readRoles(theirs)).toEqual([[], [], []]);
    const [notification] = (await readInbox(ours.manager.id, null, 10)).notifications;
    expect(notification).toMatchObject({
      subjectId: webhookId,
      facts: { name: "Tracker", room: "General", failures: 5 },
      isRead: false,
    });
    expect(await findTargetOf(ours.manager.id, notification?.id ?? "")).toBe(
      `/settings/developer/webhooks/${webhookId}`,
    );
    for (const stranger of [ours.member, theirs.owner]) {
      await expect(findTargetOf(stranger.id, notification?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
      await expect(markRead(stranger.id, notification?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("raises each notice once with twenty processes, and again for a new row of failures", async () => {
    const tenant = await createTenant();
    const flapping = await insertWebhook(tenant, failing(7));
    const off = await insertWebhook(tenant, failing(20, DISABLED));
    await Promise.all(Array.from({ length: 20 }, raiseNotifications));
    await raiseNotifications();
    expect([await countOf(flapping), await countOf(off)]).toEqual([1, 1]);
    await database.query("UPDATE webhooks SET last_success_at = now() WHERE id = $1", [flapping]);
    await raiseNotifications();
    expect(await countOf(flapping)).toBe(1);
    await database.query("UPDATE notifications SET created_at = $2 WHERE subject_id = $1", [flapping, inDays(-1.1)]);
    await raiseNotifications();
    expect(await countOf(flapping)).toBe(2);
  });

  test("not a listener, not what a person switched off, not what is long past", async () => {
    const tenant = await createTenant();
    const ids = [
      await insertWebhook(tenant, failing(9, { url: null })),
      await insertWebhook(tenant, { ...DISABLED, disabled_reason: "manual" }),
      await insertWebhook(tenant, { ...DISABLED, disabled_at: inDays(-8) }),
    ];
    await raiseNotifications();
    expect(await Promise.all(ids.map(countOf))).toEqual([0, 0, 0]);
  });

  test("a key seven days and one day before it expires, unless it was replaced, revoked or made to be short", async () => {
    const tenant = await createTenant();
    const owner = { organizationId: tenant.id, billingEntityId: tenant.billingEntityId };
    const make = async (days: number, change = "created_at = now() - interval '30 days'") => {
      const { id } = await world.apiKey({ ...owner, expiresAt: inDays(days) });
      await database.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [id]);
      return id;
    };
    const [week, day] = [await make(6.5), await make(0.5)];
    const quiet = [await make(7.5), await make(6, "created_at = now()"), await make(0.5, "created_at = now()")];
    const revoked = await make(3, "created_at = now() - interval '30 days', revoked_at = now()");
    const old = await make(3);
    await make(90, `rotated_from_id = '${old}'`);
    await raiseNotifications();
    expect([await countOf(week), await countOf(day)]).toEqual([1, 1]);
    expect(await Promise.all([...quiet, revoked, old].map(countOf))).toEqual([0, 0, 0, 0, 0]);
    await database.query("UPDATE api_keys SET expires_at = expires_at - interval '6 days' WHERE id = $1", [week]);
    await raiseNotifications();
    expect(await countOf(week)).toBe(2);
    expect((await readRoles(tenant)).map((kinds) => kinds.length)).toEqual([3, 3, 0]);
  });

  test("units at 80 and 100 percent: owners, and managers for the budget of a key; not at 50", async () => {
    const tenant = await createTenant();
    const billing = { entityId: tenant.billingEntityId, plan: "STANDARD", seats: 1 } as const;
    const percents = async () =>
      (await readInbox(tenant.owner.id, null, 10)).notifications.map(({ facts }) => facts["percent"]);
    for (const [units, expected] of [
      [10_000, []],
      [6_000, [80]],
      [4_000, [100, 80]],
    ] as const) {
      await reserveUnits(billing, units);
      await raiseUsageAlerts();
      await raiseNotifications();
      expect(await percents()).toEqual(expected);
    }
    expect((await readRoles(tenant)).map((kinds) => kinds.length)).toEqual([2, 0, 0]);
  });

  test("a paused stream, but not one that a person paused", async () => {
    const tenant = await createTenant();
    const insert = async (reason: string) => {
      const id = newId("aus");
      await database.query(
        `INSERT INTO audit_streams (id, billing_entity_id, kind, format, url, secret_ciphertext, created_at, since_transaction_id,
           next_attempt_at, paused_at, paused_reason) VALUES ($1, $2, 'https', 'ndjson', 'https://siem.example.com/in', 'x', now(), 1,
           now(), now(), $3)`,
        [id, tenant.billingEntityId, reason],
      );
      return countOf.bind(null, id);
    };
    const counts = [await insert("failing"), await insert("access"), await insert("person")];
    await raiseNotifications();
    expect(await Promise.all(counts.map((count) => count()))).toEqual([1, 1, 0]);
    expect((await readRoles(tenant)).map((kinds) => kinds.length)).toEqual([2, 2, 0]);
  });

  test("an invitation to the invited person alone, once a day from one organization", async () => {
    const [tenant, invited] = [await createTenant(), await world.user()];
    const insert = async () => {
      await database.query("DELETE FROM invitations WHERE email = $1", [invited.email]);
      await database.query(
        `INSERT INTO invitations (id, organization_id, email, role, invited_by_id, created_at, expires_at)
         VALUES ($1, $2, $3, 20, $4, now(), now() + interval '7 days')`,
        [newId("inv"), tenant.id, invited.email, tenant.owner.id],
      );
    };
    for (let n = 0; n < 3; n += 1) {
      await insert();
      await raiseNotifications();
    }
    expect(await listKinds(invited.id)).toEqual(["invitation.received"]);
    expect(await readRoles(tenant)).toEqual([[], [], []]);
  });

  test("a sign-in on a new device to its person: not the first of an account, not one on a known device", async () => {
    const person = await world.user();
    await startSession(person.id, "Mozilla/5.0 Firefox/140.0");
    await startSession(person.id, "Mozilla/5.0 Firefox/140.0", { isKnownDevice: true });
    await raiseNotifications();
    expect(await listKinds(person.id)).toEqual([]);
    const sessionId = await startSession(person.id, "curl/8.5.0");
    await raiseNotifications();
    expect((await readInbox(person.id, null, 10)).notifications).toMatchObject([
      { kind: "session.new_device", subjectId: sessionId, facts: { userAgent: "curl/8.5.0" } },
    ]);
  });

  test("a new device after all sessions of an old account were erased", async () => {
    const person = await world.user();
    await database.query("UPDATE users SET created_at = $2 WHERE id = $1", [person.id, inDays(-40)]);
    await startSession(person.id, null);
    await raiseNotifications();
    expect(await listKinds(person.id)).toEqual(["session.new_device"]);
    // An earlier version could mute it.
    await database.query("UPDATE users SET muted_notifications = '{session.new_device}' WHERE id = $1", [person.id]);
    expect(await listKinds(person.id)).toEqual(["session.new_device"]);
  });

  test("a client that waits for approval to administrators alone, once however many ask", async () => {
    const [admin, one, two] = [await world.user(), await world.user(), await world.user()];
    await database.query("UPDATE users SET is_admin = true WHERE id = $1", [admin.id]);
    for (const { id } of [one, two]) await requestClient(id, "https://client.example/oauth.json");
    await raiseNotifications();
    const asked = await Promise.all([admin, one].map(({ id }) => readInbox(id, null, 10)));
    expect(asked.map(({ notifications }) => notifications)).toMatchObject([
      [{ kind: "approval.asked", facts: { host: "client.example", by: "Test Person" } }],
      [],
    ]);
  });
});

describe("an inbox", () => {
  test("loses notices with the role, and hides muted kinds", async () => {
    const tenant = await createTenant();
    await insertWebhook(tenant, failing(6));
    await insertWebhook(tenant, failing(20, DISABLED));
    await raiseNotifications();
    const { manager } = tenant;
    expect(await countUnread(manager.id)).toBe(2);
    await saveNotificationPreferences(manager.id, { muted: ["webhook.failing"] });
    expect([await listKinds(manager.id), await countUnread(manager.id)]).toEqual([["webhook.disabled"], 1]);
    expect(await readNotificationPreferences(manager.id)).toEqual({
      muted: ["webhook.failing"],
      unmailed: [],
      unpushed: [],
    });
    expect((await listKinds(tenant.owner.id)).length).toBe(2);
    await database.query("UPDATE room_members SET role = 20 WHERE user_id = $1", [manager.id]);
    expect([await listKinds(manager.id), await countUnread(manager.id)]).toEqual([[], 0]);
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [tenant.id]);
    expect(await listKinds(tenant.owner.id)).toEqual([]);
  });

  test("is read by each person alone, one by one or all up to the newest that was shown", async () => {
    const tenant = await createTenant();
    for (let n = 0; n < 5; n += 1) await insertWebhook(tenant, failing(5));
    await raiseNotifications();
    const { owner, manager } = tenant;
    const { notifications } = await readInbox(owner.id, null, 10);
    const [newest, second] = notifications.map(({ id }) => id);
    if (!newest || !second) throw new Error("nothing was told");
    await Promise.all([markRead(owner.id, newest), markRead(owner.id, newest)]);
    expect([await countUnread(owner.id), await countUnread(manager.id)]).toEqual([4, 5]);
    await insertWebhook(tenant, failing(5));
    await raiseNotifications();
    await Promise.all([markAllRead(owner.id, second), markAllRead(owner.id, second)]);
    expect([await countUnread(owner.id), await countUnread(manager.id)]).toEqual([1, 6]);
  });

  test("is listed by source, and a group is read as a whole", async () => {
    const tenant = await createTenant();
    const { owner } = tenant;
    for (let n = 0; n < 3; n += 1) await insertWebhook(tenant, failing(5));
    await database.query(
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
       SELECT 'mention:' || n || $1, 'message.mentioned', 'person:' || $1, 'msg_' || n, '{}', now() FROM generate_series(1, 2) AS n`,
      [owner.id],
    );
    await raiseNotifications();
    const listFrom = async (source: NotificationSource) =>
      (await readInbox(owner.id, null, 10, listKindsOf(source))).notifications;
    expect((await listFrom("people")).map(({ subjectId }) => subjectId)).toEqual(["msg_2", "msg_1"]);
    expect((await listFrom("service")).map(({ kind }) => kind)).toEqual(Array(3).fill("webhook.failing"));
    const group = (await listFrom("people")).map(({ id }) => id);
    await markAllRead(owner.id, group[0] ?? "", group);
    expect((await listFrom("people")).map(({ isRead }) => isRead)).toEqual([true, true]);
    expect(await countUnread(owner.id)).toBe(3);
    await markAllRead(owner.id, group[0] ?? "", []);
    expect(await countUnread(owner.id)).toBe(3);
  });

  test("pages without a gap or a repetition, newest first, and counts no further than it shows", async () => {
    const tenant = await createTenant();
    const facts = JSON.stringify({ name: "n", room: "r", failures: 5 });
    await database.query(
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
       SELECT $1 || n, 'webhook.failing', CASE WHEN n % 2 = 0 THEN 'room:' || $1 ELSE 'entity:' || $2 END, 'wh_' || n, $3, now()
       FROM generate_series(1, 250) AS n`,
      [tenant.roomId, tenant.billingEntityId, facts],
    );
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readInbox>> = await readInbox(tenant.owner.id, after, 40);
      seen.push(...page.notifications.map(({ subjectId }) => Number(subjectId.slice(3))));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(Array.from({ length: 250 }, (_, n) => 250 - n));
    expect(await countUnread(tenant.owner.id)).toBe(100);
  });

  test("is erased after 90 days, and what was erased is not told again", async () => {
    const tenant = await createTenant();
    const webhookId = await insertWebhook(tenant, failing(20, DISABLED));
    await raiseNotifications();
    await database.query("UPDATE notifications SET created_at = $2 WHERE subject_id = $1", [webhookId, inDays(-89.9)]);
    await eraseOldNotifications();
    expect(await countOf(webhookId)).toBe(1);
    await database.query("UPDATE notifications SET created_at = $2 WHERE subject_id = $1", [webhookId, inDays(-90.1)]);
    await database.query("UPDATE webhooks SET disabled_at = $2 WHERE id = $1", [webhookId, inDays(-90.1)]);
    await Promise.all([eraseOldNotifications(), eraseOldNotifications()]);
    await raiseNotifications();
    expect(await countOf(webhookId)).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { DISABLED, failing, tellTenants } from "../../e2e/support/scenes/told-tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { startSmtpServer, type TestSmtpServer } from "../../e2e/support/servers/smtp-server";
import { WRITERS } from "../../inngest/mail";
import { startSession } from "../accounts/sessions/start-session";
import { drainMails } from "../mail/drain";
import { NOTIFICATION_KINDS } from "./notification";
import { notifyPeople, queueMails, raiseNotifications } from "./notify-people";
import { readInbox } from "./queries";
import { saveNotificationPreferences, stopMails } from "./save-preferences";

const database = useTestDatabase();
const world = createWorld(database);
const { createTenant, insertWebhook } = tellTenants(world);
let server: TestSmtpServer;

beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

function use(url: string): void {
  vi.stubEnv("SVC_SMTP_URL", url);
  vi.stubEnv("SVC_MAIL_FROM", url && "no-reply@lintel.example");
  resetShared();
}
beforeAll(() => use(server.url));

interface Person {
  id: string;
  email: string;
}

const readBody = (raw: string) => raw.replace(/=\n/g, "").replaceAll("=3D", "=");
const readLink = (raw: string) => /\/one-click\?link=([^>]+)>/.exec(raw)?.[1];
const receivedBy = ({ email }: Person) => server.received.filter(({ to }) => to === email).map(({ raw }) => raw);
const subjectsOf = (person: Person) => receivedBy(person).map(decodeSubject);
const decodeSubject = (raw: string) =>
  (/^Subject: ((?:.|\n[ \t])*)$/m.exec(raw)?.[1] ?? "")
    .replace(/\?=\n[ \t]+=\?/g, "?==?")
    .replace(/\n[ \t]/g, " ")
    .replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind === "B" ? Buffer.from(text, "base64").toString() : decodeQuoted(text),
    );
const decodeQuoted = (text: string) =>
  decodeURIComponent(
    text
      .replaceAll("_", " ")
      .replaceAll("%", "%25")
      .replace(/=([0-9A-F]{2})/gi, "%$1"),
  );

const FAILS = "Webhook “Tracker” is failing";
const OFF = "Webhook “Tracker” was deactivated";

async function tell(): Promise<void> {
  await notifyPeople();
  await drainMails(WRITERS);
}
/** An hour passes for the limit when the earlier mails are dated back. */
const passHour = ({ id }: Person) =>
  database.query("UPDATE notification_mails SET queued_at = queued_at - interval '61 minutes' WHERE user_id = $1", [
    id,
  ]);

describe("who gets a mail", () => {
  test("goes once to each person whose inbox shows it, however many processes raise and queue it", async () => {
    const [ours, theirs] = [await createTenant(), await createTenant()];
    await insertWebhook(ours, failing(5));
    await Promise.all(Array.from({ length: 8 }, notifyPeople));
    await notifyPeople();
    await Promise.all([drainMails(WRITERS), drainMails(WRITERS)]);
    await drainMails(WRITERS);
    expect([ours.owner, ours.manager].map(subjectsOf)).toEqual([[FAILS], [FAILS]]);
    expect([ours.member, theirs.owner, theirs.manager].map(subjectsOf)).toEqual([[], [], []]);
    const body = readBody(receivedBy(ours.owner)[0] ?? "");
    expect(body).toContain("5 deliveries in a row failed in General.");
    expect(body).toMatch(/http:\/\/localhost:3000\/settings\/notifications\/\d+/);
    expect(body).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:3000\/unsubscribe\/one-click\?link=usr_[^>]+>$/m);
  });

  test("reaches every kind of audience", async () => {
    const tenant = await createTenant();
    const admin = await world.user();
    await database.query("UPDATE users SET is_admin = true WHERE id = $1", [admin.id]);
    const own = await world.room({ billingEntityId: tenant.member.billingEntityId, name: "Own" });
    await world.enter(own.id, tenant.member.id, 40);
    // The guest has left the organization, but is still in its room.
    const guest = await world.user();
    await world.enter(tenant.roomId, guest.id, 40);
    const audiences = [
      `room:${tenant.roomId}`,
      `room:${own.id}`,
      `entity:${tenant.billingEntityId}`,
      `owners:${tenant.billingEntityId}`,
      `entity:${tenant.member.billingEntityId}`,
      `person:${tenant.member.id}`,
      "admins",
    ];
    await database.query(
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
       SELECT 'audience ' || a, 'audit_stream.paused', a, 'aus_1', '{}', now() FROM unnest($1::text[]) AS a`,
      [audiences],
    );
    await queueMails();
    for (const { id } of [tenant.owner, tenant.manager, tenant.member, admin, guest]) {
      const inbox = (await readInbox(id, null, 100)).notifications.map((notification) => notification.id);
      const mailed = await database.query<{ id: string }>(
        "SELECT notification_id AS id FROM notification_mails WHERE user_id = $1 ORDER BY notification_id DESC",
        [id],
      );
      expect(mailed.map((row) => row.id)).toEqual(inbox);
    }
    expect((await readInbox(tenant.owner.id, null, 100)).notifications.length).toBe(3);
  });

  test("skips people who opted out of the kind, before or after it was queued", async () => {
    const tenant = await createTenant();
    await saveNotificationPreferences(tenant.manager.id, { unmailed: ["webhook.failing"] });
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await Promise.all(
      [1, 2, 3].map(() => stopMails({ userId: tenant.owner.id, kinds: ["webhook.failing", "webhook.disabled"] })),
    );
    await drainMails(WRITERS);
    expect([tenant.owner, tenant.manager].map(subjectsOf)).toEqual([[], []]);
    expect((await readInbox(tenant.manager.id, null, 10)).notifications.length).toBe(1);
    const [row] = await database.query("SELECT unmailed_notifications AS kinds FROM users WHERE id = $1", [
      tenant.owner.id,
    ]);
    expect(row).toEqual({ kinds: ["webhook.disabled", "webhook.failing"] });
  });

  test("skips people who lost the role, left, or have read it", async () => {
    const tenant = await createTenant();
    const [demoted, left, reader] = [tenant.manager, await world.user(), await world.user()];
    for (const { id } of [left, reader]) {
      await world.join(tenant.id, id, 30);
      await world.enter(tenant.roomId, id, 30);
    }
    await insertWebhook(tenant, failing(5));
    await notifyPeople();
    await database.query("UPDATE room_members SET role = 20 WHERE user_id = $1", [demoted.id]);
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [left.id]);
    await database.query(
      `INSERT INTO notification_reads (user_id, notification_id, read_at)
       SELECT user_id, notification_id, now() FROM notification_mails WHERE user_id = $1`,
      [reader.id],
    );
    await drainMails(WRITERS);
    expect([demoted, left, reader].map(subjectsOf)).toEqual([[], [], []]);
    expect(subjectsOf(tenant.owner)).toEqual([FAILS]);
  });

  test("a sign-in on a new device is mailed also when its inbox was read: who signed in may have read it", async () => {
    const person = await world.user();
    await database.query("UPDATE users SET created_at = now() - interval '40 days' WHERE id = $1", [person.id]);
    await startSession(person.id, "curl/8.5.0");
    await notifyPeople();
    await database.query(
      `INSERT INTO notification_reads (user_id, notification_id, read_at)
       SELECT user_id, notification_id, now() FROM notification_mails WHERE user_id = $1`,
      [person.id],
    );
    await drainMails(WRITERS);
    expect(subjectsOf(person)).toEqual(["New sign-in: curl 8.5"]);
    expect(receivedBy(person).map(readLink)).toEqual([
      expect.stringMatching(/^usr_\w+~session\.new_device~[\w-]{43}$/),
    ]);
  });

  test("an invitation has a mail of its own, and no second one", async () => {
    const [tenant, invited] = [await createTenant(), await world.user()];
    await database.query(
      `INSERT INTO invitations (id, organization_id, email, role, invited_by_id, created_at, expires_at)
       VALUES ('inv_1', $1, $2, 20, $3, now(), now() + interval '7 days')`,
      [tenant.id, invited.email, tenant.owner.id],
    );
    await tell();
    expect((await readInbox(invited.id, null, 10)).notifications.length).toBe(1);
    expect(subjectsOf(invited)).toEqual([]);
  });
});

describe("how many mails", () => {
  test("sends notices that come together as one mail in the person's language", async () => {
    const tenant = await createTenant();
    await database.query("UPDATE users SET locale = 'ja' WHERE id = $1", [tenant.manager.id]);
    for (let n = 0; n < 23; n += 1) await insertWebhook(tenant, failing(5, { name: `Hook <${n}>` }));
    await tell();
    expect(subjectsOf(tenant.owner)).toEqual([
      expect.stringMatching(/^Webhook “Hook <\d+>” is failing \(and 22 more\)$/),
    ]);
    expect(subjectsOf(tenant.manager)).toEqual([expect.stringContaining("（ほか 22 件）")]);
    const body = readBody(receivedBy(tenant.owner)[0] ?? "");
    expect(body.match(/^\* Webhook/gm)).toHaveLength(20);
    expect(body).toContain("3 more are in your inbox.");
    expect(body.match(/Hook &lt;\d+&gt;/g)?.length).toBeGreaterThanOrEqual(20);
  });

  test("sends three an hour and a fourth for security, then the rest together", async () => {
    const tenant = await createTenant();
    const { manager } = tenant;
    for (let n = 0; n < 5; n += 1) {
      await insertWebhook(tenant, failing(5));
      await tell();
    }
    expect(subjectsOf(manager)).toEqual([FAILS, FAILS, FAILS]);
    await database.query("UPDATE users SET created_at = now() - interval '40 days' WHERE id = $1", [manager.id]);
    await startSession(manager.id, "curl/8.5.0");
    await tell();
    expect(subjectsOf(manager).slice(3)).toEqual(["New sign-in: curl 8.5 (and 2 more)"]);
    // The link of such a mail stops no mail about the safety of the account.
    const [last = ""] = receivedBy(manager).slice(-1);
    expect(readLink(last)).toMatch(/^usr_\w+~webhook\.failing~[\w-]{43}$/);
    await insertWebhook(tenant, failing(20, DISABLED));
    await insertWebhook(tenant, failing(20, DISABLED));
    await tell();
    expect(subjectsOf(manager).length).toBe(4);
    await passHour(manager);
    await Promise.all([queueMails(), queueMails(), queueMails()]);
    await drainMails(WRITERS);
    expect(subjectsOf(manager).slice(4)).toEqual([`${OFF} (and 1 more)`]);
    await passHour(manager);
    await tell();
    expect(subjectsOf(manager).length).toBe(5);
  });

  test("drops notices that have waited for more than a day", async () => {
    const tenant = await createTenant();
    await insertWebhook(tenant, failing(5));
    await raiseNotifications();
    await database.query("UPDATE notifications SET created_at = now() - interval '25 hours' WHERE audience = $1", [
      `room:${tenant.roomId}`,
    ]);
    await tell();
    expect(subjectsOf(tenant.owner)).toEqual([]);
  });
});

test("keeps nothing for later without outgoing mail", async () => {
  const tenant = await createTenant();
  use("");
  await insertWebhook(tenant, failing(5));
  await notifyPeople();
  use(server.url);
  await tell();
  expect(subjectsOf(tenant.owner)).toEqual([]);
  expect((await readInbox(tenant.owner.id, null, 10)).notifications.length).toBe(1);
});

test("each kind has a sentence in each language", async () => {
  const more = { en: /\(and 8 more\)$/, ja: /（ほか 8 件）$/ };
  for (const [locale, subject] of Object.entries(more)) {
    const person = await world.user();
    await database.query("UPDATE users SET locale = $2 WHERE id = $1", [person.id, locale]);
    await database.query(
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
       SELECT $1 || kind, kind, 'person:' || $1, 'x_1', '{}', now() FROM unnest($2::text[]) AS kind`,
      [person.id, [...NOTIFICATION_KINDS]],
    );
    await tell();
    // The invitation has a mail of its own, and no request for approval is open.
    expect(subjectsOf(person)).toEqual([expect.stringMatching(subject)]);
  }
});

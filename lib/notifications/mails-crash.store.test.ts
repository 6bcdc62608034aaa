import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { failing, tellTenants } from "../../e2e/support/scenes/told-tenants";
import { untilOneWaits } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { kill, startKillable } from "../../e2e/support/servers/child-process";
import { startSmtpServer, type TestSmtpServer } from "../../e2e/support/servers/smtp-server";
import { WRITERS } from "../../inngest/mail";
import { drainMails } from "../mail/drain";
import { notifyPeople } from "./notify-people";

const database = useTestDatabase();
const world = createWorld(database);
let server: TestSmtpServer;
let mail: Record<string, string>;

beforeAll(async () => {
  server = await startSmtpServer();
  mail = { SVC_SMTP_URL: server.url, SVC_MAIL_FROM: "no-reply@lintel.example" };
  for (const [name, value] of Object.entries(mail)) vi.stubEnv(name, value);
  resetShared();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

test("a process that is killed between two people's mails: another one goes on, and each gets one mail", async () => {
  const tenant = await tellTenants(world).createTenant();
  await tellTenants(world).insertWebhook(tenant, failing(5));
  const [first, second] = [tenant.owner, tenant.manager].sort((a, b) => (a.id < b.id ? -1 : 1));
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 20271))", [second?.id]);
  const child = await startKillable("notify", database.url, mail);
  await untilOneWaits(database);
  await kill(child);
  expect(await database.query("SELECT recipient FROM mails")).toEqual([{ recipient: first?.email }]);
  expect(await database.query("SELECT user_id AS id FROM notification_mails WHERE mail_id IS NULL")).toEqual([
    { id: second?.id },
  ]);
  await holder.end();
  await Promise.all([notifyPeople(), notifyPeople()]);
  await Promise.all([drainMails(WRITERS), drainMails(WRITERS)]);
  expect(server.received.map(({ to }) => to).sort()).toEqual([tenant.owner.email, tenant.manager.email].sort());
});

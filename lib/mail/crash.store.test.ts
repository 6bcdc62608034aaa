import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { kill, startKillable } from "../../e2e/support/servers/child-process";
import { startSmtpServer, type TestSmtpServer } from "../../e2e/support/servers/smtp-server";
import { WRITERS } from "../../inngest/mail";
import { transaction } from "../db/transaction";
import { drainMails } from "./drain";
import { enqueueMail } from "./enqueue";

const database = useTestDatabase();
let server: TestSmtpServer;

beforeAll(async () => {
  server = await startSmtpServer();
  vi.stubEnv("SVC_SMTP_URL", server.url);
  vi.stubEnv("SVC_MAIL_FROM", "no-reply@lintel.example");
  resetShared();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

test("sends a mail after its lease when the process was killed", async () => {
  const recipient = "ann+hang@example.com";
  await transaction((tx) => enqueueMail(tx, { kind: "password_changed", recipient, locale: "ja" }));
  const child = await startKillable("mail", database.url, {
    SVC_SMTP_URL: server.url,
    SVC_MAIL_FROM: "no-reply@lintel.example",
  });
  await expect.poll(() => server.asked).toEqual([recipient]);
  await kill(child);
  await drainMails(WRITERS);
  expect(server.asked).toEqual([recipient]);
  // The lease has ended, and the recipient's server is well again.
  await database.query("UPDATE mails SET due_at = now() - interval '1 second', recipient = 'ann@example.com'");
  await drainMails(WRITERS);
  expect(server.received.map(({ to }) => to)).toEqual(["ann@example.com"]);
  expect(await database.query("SELECT attempts FROM mails WHERE sent_at IS NOT NULL")).toEqual([{ attempts: 2 }]);
});

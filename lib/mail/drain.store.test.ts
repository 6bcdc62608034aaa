import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { startSmtpServer, type TestSmtpServer } from "../../e2e/support/servers/smtp-server";
import { transaction } from "../db/transaction";
import { drainMails, type Writers } from "./drain";
import { enqueueMail } from "./enqueue";
import { listMailbox } from "./queries";
import { writeMail } from "./write";

const database = useTestDatabase();
let server: TestSmtpServer;

const FROM = "no-reply@lintel.example";
const SUBJECT = 'Anna "Quote" <a@b>\r\nBcc: victim@example.com invites 東京';

const writeAny: Writers["invitation"] = ({ recipient }) =>
  Promise.resolve(
    recipient.startsWith("nobody")
      ? null
      : writeMail({
          locale: "en",
          subject: SUBJECT,
          paragraphs: ["Hello <b>there</b>.", "."],
          action: { label: "Go", path: "/go?a=1&b=2" },
          unsubscribe: { path: "/stop", oneClickPath: "/stop-at-once" },
        }),
  );
const WRITERS: Writers = {
  sign_up: () => Promise.reject(new Error("no text")),
  password_reset: writeAny,
  password_changed: writeAny,
  passkey_changed: writeAny,
  invitation: writeAny,
  notifications: writeAny,
};

function use(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  resetShared();
}

beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});
beforeEach(() => use({ SVC_SMTP_URL: server.url, SVC_MAIL_FROM: FROM, SVC_MAILBOX: "" }));

let made = 0;
async function enqueue(behaviour = "", kind: keyof Writers = "invitation"): Promise<string> {
  made += 1;
  const recipient = `${behaviour === "nobody" ? "nobody" : "ann"}${made}${behaviour ? `+${behaviour}` : ""}@example.com`;
  await transaction((tx) => enqueueMail(tx, { kind, recipient, locale: "en" }));
  return recipient;
}

interface Row {
  id: string;
  attempts: number;
  problem: string | null;
  isSent: boolean;
  isDue: boolean;
  waitSeconds: number | null;
}
async function readRow(recipient: string): Promise<Row | undefined> {
  const [row] = await database.query<Row>(
    `SELECT id, attempts, problem, sent_at IS NOT NULL AS "isSent", due_at IS NOT NULL AS "isDue",
       round(extract(epoch FROM due_at - now()))::int AS "waitSeconds" FROM mails WHERE recipient = $1`,
    [recipient],
  );
  return row;
}
const makeDue = (recipient: string) =>
  database.query("UPDATE mails SET due_at = now() - interval '1 second' WHERE recipient = $1", [recipient]);
const receivedBy = (recipient: string) => server.received.filter(({ to }) => to === recipient);

describe("sending", () => {
  test("a mail goes out once, as text and HTML, and nobody's name adds a header or a recipient", async () => {
    const recipient = await enqueue();
    await Promise.all([drainMails(WRITERS), drainMails(WRITERS), drainMails(WRITERS)]);
    await drainMails(WRITERS);
    const [mail, ...more] = receivedBy(recipient);
    expect([mail?.from, more]).toEqual([FROM, []]);
    const [head = "", ...body] = (mail?.raw ?? "").split("\n\n");
    const headers = head.replace(/\n[ \t]+/g, " ").split("\n");
    expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
    expect(headers.filter((line) => /^to:/i.test(line))).toEqual([`To: ${recipient}`]);
    const { id } = (await readRow(recipient)) ?? {};
    expect(headers).toEqual(
      expect.arrayContaining([
        `From: Lintel <${FROM}>`,
        `Message-ID: <${id}@localhost>`,
        "Auto-Submitted: auto-generated",
        "List-Unsubscribe: <http://localhost:3000/stop-at-once>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      ]),
    );
    const text = body.join("\n\n").replace(/=\n/g, "").replaceAll("=3D", "=");
    expect(text).toContain("Hello <b>there</b>.");
    expect(text).toContain("http://localhost:3000/go?a=1&b=2");
    expect(text).toContain("Hello &lt;b&gt;there&lt;/b&gt;.");
    expect(text).toContain('href="http://localhost:3000/go?a=1&amp;b=2"');
    expect(await readRow(recipient)).toMatchObject({ isSent: true, isDue: false, attempts: 1, problem: null });
  });

  test.each([
    ["refuse", "550 5.1.1"],
    ["refuse-data", "554 5.7.1"],
  ])("%s: what the server refuses for good is not tried again", async (behaviour, problem) => {
    const recipient = await enqueue(behaviour);
    await drainMails(WRITERS);
    expect(await readRow(recipient)).toMatchObject({ isSent: false, isDue: false, attempts: 1, problem });
  });

  test.each([
    ["defer", /^451 4\.7\.1$/],
    ["drop", /^E[A-Z]+$/],
    ["forget", /^E[A-Z]+$/],
  ])("%s: waits longer after each attempt, and keeps its message id", async (behaviour, problem) => {
    const recipient = await enqueue(behaviour);
    await drainMails(WRITERS);
    const first = await readRow(recipient);
    expect(first).toMatchObject({ isSent: false, isDue: true, attempts: 1, problem: expect.stringMatching(problem) });
    await makeDue(recipient);
    await drainMails(WRITERS);
    const second = await readRow(recipient);
    expect(second?.attempts).toBe(2);
    expect(second?.waitSeconds).toBeGreaterThan(first?.waitSeconds ?? 0);
    if (behaviour !== "forget") return;
    const ids = receivedBy(recipient).map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids).toEqual([`<${second?.id}@localhost>`, `<${second?.id}@localhost>`]);
  });

  test("sends a mail later after a missing server, missing TLS, a wrong password or a refused sender", async () => {
    const strict = await startSmtpServer({ password: "right" });
    const foreign = await startSmtpServer({ refusesSender: true });
    const urls = [
      "smtp://127.0.0.1:1?starttls=optional",
      `smtp://127.0.0.1:${server.port}`,
      `smtp://us:wrong@127.0.0.1:${strict.port}?starttls=optional`,
      foreign.url,
    ];
    for (const url of urls) {
      use({ SVC_SMTP_URL: url });
      const recipient = await enqueue();
      await drainMails(WRITERS);
      expect([url, await readRow(recipient)]).toMatchObject([url, { isSent: false, isDue: true, attempts: 1 }]);
      await makeDue(recipient);
      use({ SVC_SMTP_URL: url === urls[2] ? url.replace("wrong", "right") : server.url });
      await drainMails(WRITERS);
      expect(await readRow(recipient)).toMatchObject({ isSent: true });
    }
    await Promise.all([strict.close(), foreign.close()]);
  });
});

test("drops mails that are late or have nothing to say, and retries those that cannot be written", async () => {
  const [nobody, late, broken] = [await enqueue("nobody"), await enqueue(), await enqueue("", "sign_up")];
  await database.query("UPDATE mails SET expires_at = now() - interval '1 second' WHERE recipient = $1", [late]);
  await drainMails(WRITERS);
  for (const recipient of [nobody, late])
    expect(await readRow(recipient)).toMatchObject({ isSent: false, isDue: false, problem: null });
  expect(await readRow(broken)).toMatchObject({ isSent: false, isDue: true, problem: "unwritten" });
  expect([nobody, late, broken].flatMap(receivedBy)).toEqual([]);
});

test("queues nothing after a rollback or without outgoing mail", async () => {
  const undone = transaction(async (tx) => {
    await enqueueMail(tx, { kind: "invitation", recipient: "undone@example.com", locale: "en" });
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await readRow("undone@example.com")).toBeUndefined();
  use({ SVC_SMTP_URL: "", SVC_MAIL_FROM: "" });
  expect(await readRow(await enqueue())).toBeUndefined();
});

test("keeps written mails only in the mailbox of development", async () => {
  const sent = await enqueue();
  await drainMails(WRITERS);
  use({ SVC_SMTP_URL: "", SVC_MAIL_FROM: "", SVC_MAILBOX: "true" });
  const kept = await enqueue();
  await drainMails(WRITERS);
  expect(await readRow(kept)).toMatchObject({ isSent: true });
  const shown = await listMailbox();
  expect(shown.find(({ recipient }) => recipient === kept)?.subject).not.toMatch(/[\r\n]/);
  expect(shown.some(({ recipient }) => recipient === sent)).toBe(false);
});

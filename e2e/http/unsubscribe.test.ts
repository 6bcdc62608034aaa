import { beforeAll, expect, test } from "vitest";
import { postForm } from "../support/browser/forms";
import { awaitNotificationMail, type NotificationMail } from "../support/browser/notification-mail";
import { useDemo } from "../support/scenes/demo";
import { plantNotifications } from "../support/scenes/notification-rows";
import { makePerson, type Person } from "../support/scenes/people";
import { runSql } from "../support/scenes/run-sql";

const demo = useDemo();
const PAGE = "/unsubscribe";
const ONE_CLICK = `${PAGE}/one-click`;

let [person, other]: Person[] = [];
let mail: NotificationMail;
let link = "";

beforeAll(async () => {
  [person, other] = [await makePerson(demo), await makePerson(demo)];
  // A deactivated webhook and a failing one.
  await plantNotifications(demo, person, 2);
  mail = await awaitNotificationMail(demo, person);
  link = new URLSearchParams(mail.unsubscribePath.split("?")[1]).get("link") ?? "";
});

const get = (path: string, method = "GET") => fetch(demo.baseUrl + path, { method, redirect: "manual" });
const postOneClick = (given: string, headers: Record<string, string> = {}) =>
  fetch(`${demo.baseUrl}${ONE_CLICK}?link=${encodeURIComponent(given)}`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });

async function readUnmailed(whose: Person | undefined): Promise<string[] | undefined> {
  const [row] = await runSql<{ kinds: string[] }>(
    demo.databaseUrl,
    "SELECT unmailed_notifications AS kinds FROM users WHERE id = $1",
    [whose?.id],
  );
  return row?.kinds;
}
const turnOn = (whose: Person | undefined) =>
  runSql(demo.databaseUrl, "UPDATE users SET unmailed_notifications = '{}' WHERE id = $1", [whose?.id]);

const STOPPED = ["webhook.disabled", "webhook.failing"];

test("the mail tells both, and names the page in its text and HTML", () => {
  expect(mail.subject).toBe("Webhook “Ticket tracker” is failing (and 1 more)");
  expect(mail.text).toContain("* Webhook “Ticket tracker” was deactivated");
  expect(mail.html).toContain(`href="${demo.baseUrl}${mail.unsubscribePath}"`);
});

test("opening the page changes nothing, and shows no whole address", async () => {
  for (const method of ["GET", "HEAD", "GET"]) expect((await get(mail.unsubscribePath, method)).status).toBe(200);
  const html = await (await get(mail.unsubscribePath)).text();
  expect(html).toContain("Stop these emails?");
  expect(html).toContain("A webhook was deactivated");
  expect(html).not.toContain("An API key expires");
  expect(html).not.toContain(person?.email);
  for (const method of ["GET", "HEAD"])
    expect((await get(`${ONE_CLICK}?link=${encodeURIComponent(link)}`, method)).status).toBe(405);
  expect(await readUnmailed(person)).toEqual([]);
});

test("a link that is not ours ends nobody's mails", async () => {
  const [userId = "", first = "", second = "", signature = ""] = link.split("~");
  const forged = [
    "",
    "x",
    "~",
    "~~~~",
    `${link}x`,
    link.slice(0, -1),
    [userId, first, second, ""].join("~"),
    [userId, first, second, "A".repeat(43)].join("~"),
    [other?.id, first, second, signature].join("~"),
    [userId, first, signature].join("~"),
    [userId, first, second, "key.expiring", signature].join("~"),
    [userId, second, first, signature].join("~"),
    "~".repeat(2_000),
    `${userId}\u0000~${signature}`,
  ];
  for (const text of forged) {
    expect([text, (await postOneClick(text)).status]).toEqual([text, 400]);
    const page = await get(`${PAGE}?link=${encodeURIComponent(text)}`);
    expect([text, page.status]).toEqual([text, 200]);
    expect(await page.text()).toContain("This link does not work");
  }
  expect((await postOneClick(link, { origin: "https://mail.example" })).status).toBe(403);
  expect([await readUnmailed(person), await readUnmailed(other)]).toEqual([[], []]);
});

test("one click ends the mails of these kinds, once and again, and of nobody else", async () => {
  const answers = await Promise.all([postOneClick(link), postOneClick(link), postOneClick(link)]);
  expect(answers.map(({ status, headers }) => [status, headers.get("cache-control")])).toEqual(
    answers.map(() => [200, "no-store"]),
  );
  expect(await readUnmailed(person)).toEqual(STOPPED);
  expect((await postOneClick(link)).status).toBe(200);
  expect([await readUnmailed(person), await readUnmailed(other)]).toEqual([STOPPED, []]);
  expect(await (await get(mail.unsubscribePath)).text()).toContain("These emails are stopped");
});

test("the form does the same without JavaScript and without a session", async () => {
  await turnOn(person);
  const isForm = (html: string) => html.includes("Stop these emails");
  const answer = await postForm(demo.baseUrl, mail.unsubscribePath, "", isForm);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, mail.unsubscribePath]);
  expect(await readUnmailed(person)).toEqual(STOPPED);
  await turnOn(person);
  const refused = await postForm(demo.baseUrl, mail.unsubscribePath, "", isForm, { link: `${link}x` });
  expect(await refused.text()).toContain("The emails were not stopped");
  expect(await readUnmailed(person)).toEqual([]);
});

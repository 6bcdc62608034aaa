import { expect, test } from "vitest";
import { writeLlms } from "./llms";
import { writeMarkdown } from "./page";
import { findPage } from "./pages";

const BASE = "https://svc.test";

interface Task {
  task: string;
  line: RegExp;
  facts: readonly (string | RegExp)[];
}

const TASKS: readonly Task[] = [
  {
    task: "list the rooms",
    line: /list rooms.*rooms:read/i,
    facts: ["GET /v1/rooms", "`rooms:read`", "Authorization: Bearer", "`data[].id`", "`data[].name`", "1 unit"],
  },
  {
    task: "page through the records of a room",
    line: /GET \/v1\/rooms\/\{roomId\}\/records`/,
    facts: [
      "`records:read`",
      "`cursor`",
      "`limit`",
      "1 to 200",
      "`nextCursor`",
      "null on the last one",
      "room_not_found",
    ],
  },
  {
    task: "post a message as a person",
    line: /POST \/v1\/rooms\/\{roomId\}\/messages/,
    facts: [
      "`messages:write`",
      "access tokens of people only",
      "`body`",
      "10000 characters",
      "Idempotency-Key",
      "`201`",
      "$SVC_ACCESS_TOKEN",
    ],
  },
  {
    task: "create a task",
    line: /POST \/v1\/rooms\/\{roomId\}\/tasks/,
    facts: ["`tasks:write`", /`title` \| string \| yes/, "`dueDate`", "date-time", "Idempotency-Key", "3 units"],
  },
  {
    task: "upload a file",
    line: /POST \/v1\/rooms\/\{roomId\}\/files` /,
    facts: [
      "`files:write`",
      "`fileName`",
      "`size`",
      "`mimeType`",
      /Exactly one.*`messageId`, `taskId`/,
      "`uploadUrl`",
      "PUT",
    ],
  },
  {
    task: "redeliver a delivery",
    line: /POST [^`]*redeliver/,
    facts: ["`webhooks:write`", "webhook_inactive", "`deliveryId`", "Idempotency-Key", "`200`"],
  },
  {
    task: "handle a 429",
    line: /\[rate_limit_exceeded\]/,
    facts: ["`429`", "`Retry-After`", "`retryAfterSeconds`", "`kind`", "burst", "api_units_exceeded"],
  },
  {
    task: "recover from a version conflict",
    line: /\[version_conflict\]/,
    facts: ["`409`", "`currentVersion`", "Read the resource again", "updateTask"],
  },
  {
    task: "recover from a refresh that fails",
    line: /OAuth endpoints respond/,
    facts: ["`invalid_grant`", "refresh token", "used before", "Send the person through the authorization again"],
  },
  {
    task: "verify a webhook delivery",
    line: /Each event that a webhook can receive/,
    facts: [
      "Svc-Webhook-Signature: v1=",
      "Svc-Webhook-Timestamp",
      "Svc-Webhook-Delivery",
      "timestamp, dot and raw body",
      "HMAC-SHA256",
      "300 seconds",
      "task.created",
    ],
  },
];

test("covers ten tasks", () => expect(TASKS).toHaveLength(10));

test.each(TASKS)("lets an agent with llms.txt alone $task", ({ line, facts }) => {
  const lines = writeLlms(BASE)
    .split("\n")
    .filter((candidate) => line.test(candidate));
  expect(lines).toHaveLength(1);
  const [, path = ""] = /\]\(https:\/\/svc\.test(\/docs\/[^)]+)\.md\)/.exec(lines[0] ?? "") ?? [];
  const page = findPage(path, "en");
  if (!page) throw new Error(`${path} is no page`);
  const text = writeMarkdown(page, "en", BASE);
  const missing = facts.filter((fact) => (typeof fact === "string" ? !text.includes(fact) : !fact.test(text)));
  expect(missing).toEqual([]);
});

test("writes llms.txt with a title, a summary and a line for every page", () => {
  const text = writeLlms(BASE);
  expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S.*$/gm)].map(([, link]) => link);
  expect(links.length).toBe(text.split("\n").filter((line) => line.startsWith("- ")).length);
  expect(new Set(links).size).toBe(links.length);
});

import { createHmac } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { describeEvent, EMITTED_TYPES, type EventType } from "../lib/events/catalog";
import type { Manifest } from "../prisma/seed/manifest";
import { test as base } from "./support/browser";
import { makePerson, type Person } from "./support/people";
import { type Received, type Receiver, startReceiver } from "./support/receiver";
import { makeRecordScene, type RecordScene } from "./support/record-rows";
import { runSql } from "./support/run-sql";
import { signIn } from "./support/sign-in";

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
});

interface Stage extends RecordScene {
  demo: Manifest;
  newcomer: Person;
  recordId: string;
}

/** Who clicks what, which events that causes, and what the v1 `data` says (§6); `id` is that of the object. */
interface Row {
  events: readonly EventType[];
  by: "creator" | "manager";
  clicks: (page: Page, stage: Stage) => Promise<string>;
  v1Data?: (stage: Stage) => object;
}

const told = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

async function findId(stage: Stage, text: string): Promise<string> {
  let id = "";
  await expect
    .poll(async () => {
      const [row] = await runSql<{ id: string }>(stage.demo.databaseUrl, text, [stage.roomId]);
      id = row?.id ?? "";
      return id;
    })
    .not.toBe("");
  return id;
}

const pathOf = ({ roomId }: Stage, rest = "") => `/rooms/${roomId}${rest}`;
const openRecord = (page: Page, stage: Stage) => page.goto(pathOf(stage, `/records/${stage.recordId}`));
const summary = (title: string, status: string) => (stage: Stage) => ({
  roomId: stage.roomId,
  title,
  status,
  createdById: stage.creator.id,
});
const by = (actor: "creator" | "manager", data: (stage: Stage) => object) => (stage: Stage) => ({
  ...data(stage),
  actorId: stage[actor].id,
});

async function request(page: Page, stage: Stage): Promise<string> {
  await openRecord(page, stage);
  await page.getByRole("button", { name: "Request approval" }).click();
  await told(page, "Approval is requested.");
  return stage.recordId;
}

async function decide(page: Page, stage: Stage, decision: "Approve" | "Reject", done: string): Promise<string> {
  await openRecord(page, stage);
  await page.getByRole("textbox", { name: "Comment" }).fill("I have read it");
  await page.getByRole("button", { name: decision }).click();
  await told(page, done);
  return stage.recordId;
}

const ROWS: readonly Row[] = [
  {
    events: ["record.created"],
    by: "creator",
    async clicks(page, stage) {
      await page.goto(pathOf(stage, "/records"));
      await page.getByRole("link", { name: "New record" }).click();
      await page.getByRole("textbox", { name: "Title" }).fill("議事録 – Minutes 🎉");
      await page.getByRole("button", { name: "Create record" }).click();
      await told(page, "The record is created.");
      stage.recordId = /(rec_[a-z0-9]+)\?/.exec(page.url())?.[1] ?? "";
      return stage.recordId;
    },
    v1Data: by("creator", summary("議事録 – Minutes 🎉", "DRAFT")),
  },
  {
    events: ["record.updated"],
    by: "creator",
    async clicks(page, stage) {
      await openRecord(page, stage);
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByRole("textbox", { name: "Title" }).fill("Minutes");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await told(page, "The record is saved.");
      return stage.recordId;
    },
    v1Data: by("creator", summary("Minutes", "DRAFT")),
  },
  {
    events: ["approval.requested", "record.approval_requested"],
    by: "creator",
    clicks: request,
    v1Data: by("creator", summary("Minutes", "PENDING_APPROVAL")),
  },
  {
    events: ["approval.withdrawn"],
    by: "creator",
    async clicks(page, stage) {
      await page.getByRole("button", { name: "Withdraw the request" }).click();
      await told(page, "The request is withdrawn");
      return stage.recordId;
    },
    v1Data: by("creator", summary("Minutes", "DRAFT")),
  },
  {
    events: ["approval.requested", "record.approval_requested"],
    by: "creator",
    clicks: request,
    v1Data: by("creator", summary("Minutes", "PENDING_APPROVAL")),
  },
  {
    events: ["approval.rejected"],
    by: "manager",
    clicks: (page, stage) => decide(page, stage, "Reject", "The record is rejected."),
    v1Data: by("manager", summary("Minutes", "REJECTED")),
  },
  {
    events: ["approval.requested", "record.approval_requested"],
    by: "creator",
    clicks: request,
    v1Data: by("creator", summary("Minutes", "PENDING_APPROVAL")),
  },
  {
    events: ["approval.approved", "record.approved"],
    by: "manager",
    clicks: (page, stage) => decide(page, stage, "Approve", "The record is approved."),
    v1Data: by("manager", summary("Minutes", "APPROVED")),
  },
  {
    events: ["record.deleted"],
    by: "creator",
    async clicks(page, stage) {
      await openRecord(page, stage);
      await page.getByRole("link", { name: "Delete" }).click();
      await page.getByRole("textbox", { name: /to confirm/ }).fill("Minutes");
      await page.getByRole("button", { name: "Delete record" }).click();
      await told(page, "are deleted");
      return stage.recordId;
    },
    v1Data: ({ recordId }) => ({ id: recordId, title: "Minutes" }),
  },
  {
    events: ["message.created"],
    by: "creator",
    async clicks(page, stage) {
      await page.goto(pathOf(stage));
      await page.getByRole("textbox", { name: "Message" }).fill("Hello, all");
      await page.getByRole("button", { name: "Send" }).click();
      return findId(stage, "SELECT id FROM messages WHERE room_id = $1 AND body = 'Hello, all'");
    },
  },
  {
    events: ["task.created"],
    by: "creator",
    async clicks(page, stage) {
      await page.goto(pathOf(stage, "/tasks"));
      await page.getByRole("link", { name: "New task" }).click();
      await page.getByLabel("Title", { exact: true }).fill("Send the minutes");
      await page.getByRole("button", { name: "Create task" }).click();
      return findId(stage, "SELECT id FROM tasks WHERE room_id = $1 AND title = 'Send the minutes'");
    },
  },
  {
    events: ["task.updated"],
    by: "manager",
    async clicks(page, stage) {
      await page.goto(pathOf(stage, "/tasks"));
      await page.getByRole("link", { name: "Send the minutes" }).click();
      await page.getByLabel("Status", { exact: true }).selectOption("Completed");
      await page.getByRole("button", { name: "Save changes" }).click();
      return findId(stage, "SELECT id FROM tasks WHERE room_id = $1 AND status = 'COMPLETED'");
    },
  },
  {
    events: ["room.member.added"],
    by: "manager",
    async clicks(page, stage) {
      await page.goto(pathOf(stage, "/members"));
      await page.getByRole("combobox", { name: "Person" }).fill(stage.newcomer.email);
      await page.getByRole("button", { name: "Add to the room" }).click();
      await expect(page.getByRole("list", { name: "People in this room" })).toContainText("Nia Newcomer");
      return stage.roomId;
    },
    v1Data: ({ roomId, newcomer }) => ({ roomId, userId: newcomer.id }),
  },
];

/** An upload belongs to a message, so this row has two objects. */
async function attach(page: Page, stage: Stage): Promise<{ messageId: string; fileId: string }> {
  await page.goto(pathOf(stage));
  await page.getByRole("textbox", { name: "Message" }).fill("With a file");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") });
  await page.getByRole("button", { name: "Send" }).click();
  return {
    messageId: await findId(stage, "SELECT id FROM messages WHERE room_id = $1 AND body = 'With a file'"),
    fileId: await findId(stage, "SELECT id FROM files WHERE room_id = $1 AND state = 'READY'"),
  };
}

/** Through the form, for all events that are offered; the secret is what the dialog shows. */
async function createWebhook(page: Page, name: string, url: string): Promise<string> {
  await page.goto("/settings/developer/webhooks/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Address" }).fill(url);
  await page.getByRole("button", { name: "Choose all" }).click();
  await expect(page.getByText("14 chosen")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^room\.created/ })).toBeDisabled();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = (await page.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(page).toHaveURL(/\/test$/);
  return secret;
}

const readBody = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;
const typeOf = ({ headers }: Received) => String(headers["svc-webhook-type"]);

interface Expected {
  stage: Stage;
  type: EventType;
  objectId: string;
  v1Data: object | null;
}

/** One delivery to each webhook, whole and signed. */
async function expectEvent(
  receiver: Receiver,
  from: number,
  secrets: Record<"/200/v1" | "/200/v2", string>,
  { stage, type, objectId, v1Data }: Expected,
): Promise<void> {
  const { object, inV1 } = describeEvent(type);
  const found = (path: string) =>
    receiver.received.slice(from).filter((request) => request.path === path && typeOf(request) === type);
  for (const path of ["/200/v1", "/200/v2"] as const) {
    await expect.poll(() => found(path).length, { timeout: 30_000 }).toBe(1);
    const [request] = found(path);
    if (!request) throw new Error(`${type} has not come.`);
    const { headers, body } = request;
    const signed = Buffer.concat([Buffer.from(`${String(headers["svc-webhook-timestamp"])}.`), body]);
    const mac = createHmac("sha256", secrets[path]).update(signed).digest("hex");
    expect(headers["svc-webhook-signature"]).toBe(`v1=${mac}`);
    expect(headers["svc-webhook-id"]).toMatch(/^evt_[A-Za-z0-9_-]{22}$/);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { roomId } = stage;
    if (path === "/200/v2") {
      const organizationId = stage.demo.organizations.acme.id;
      const data = { object: { id: objectId, type: object } };
      const id = headers["svc-webhook-id"];
      expect(readBody(request)).toEqual({
        id,
        type,
        apiVersion: "2026-06-09",
        createdAt: at,
        organizationId,
        roomId,
        data,
      });
      expect(headers["x-webhook-event"]).toBeUndefined();
    } else {
      const data = v1Data ? expect.objectContaining({ ...v1Data }) : { object: { id: objectId, type: object } };
      const deliveryId = headers["svc-webhook-delivery"];
      expect(readBody(request)).toEqual({ event: type, timestamp: at, roomId, data, deliveryId });
      expect(headers["x-webhook-event"]).toBe(inV1 ? type : undefined);
    }
  }
}

async function openAs(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  return page;
}

test("each of the 14 stable events is caused by a click, and seen by receivers of both contracts", async ({
  browser,
  demo,
  receiver,
}) => {
  test.setTimeout(360_000);
  const scene = await makeRecordScene(demo);
  await scene.world.board(scene.roomId);
  const newcomer = await makePerson(demo, { name: "Nia Newcomer", roleAtAcme: 20 });
  const stage: Stage = { ...scene, demo, newcomer, recordId: "" };
  const pages = { creator: await openAs(browser, scene.creator), manager: await openAs(browser, scene.manager) };
  const secrets = {
    "/200/v2": await createWebhook(pages.manager, "New contract", `${receiver.url}/200/v2`),
    "/200/v1": await createWebhook(pages.manager, "Old contract", `${receiver.url}/200/v1`),
  };
  // New registrations are v2 (§6): an old one is one that has been there for long.
  await runSql(
    demo.databaseUrl,
    "UPDATE webhooks SET api_version = '2025-10-23' WHERE room_id = $1 AND name = 'Old contract'",
    [scene.roomId],
  );

  const counts = new Map<string, number>();
  const count = (type: string) => counts.set(type, (counts.get(type) ?? 0) + 1);
  for (const { events, by: who, clicks, v1Data } of ROWS) {
    const from = receiver.received.length;
    const objectId = await clicks(pages[who], stage);
    for (const type of events) {
      count(type);
      const data = describeEvent(type).inV1 ? (v1Data?.(stage) ?? null) : null;
      await expectEvent(receiver, from, secrets, { stage, type, objectId, v1Data: data });
    }
  }
  const from = receiver.received.length;
  const { messageId, fileId } = await attach(pages.creator, stage);
  for (const [type, objectId] of [
    ["message.created", messageId],
    ["file.uploaded", fileId],
  ] as const) {
    count(type);
    await expectEvent(receiver, from, secrets, { stage, type, objectId, v1Data: null });
  }

  // A new room is made by a click, too; its event is listed, and never sent.
  await pages.manager.goto(`/rooms/new?in=${demo.organizations.acme.id}`);
  await pages.manager.getByRole("textbox", { name: "Name" }).fill("Afterwards");
  await pages.manager.getByRole("button", { name: "Create room" }).click();
  await expect(pages.manager.getByRole("heading", { name: "Afterwards", level: 1 })).toBeVisible();
  expect(await runSql(demo.databaseUrl, "SELECT 1 FROM events WHERE type = 'room.created'")).toEqual([]);

  expect([...counts.keys()].sort()).toEqual([...EMITTED_TYPES].sort());
  for (const path of ["/200/v1", "/200/v2"]) {
    const arrived = new Map<string, number>();
    for (const request of receiver.received.filter((one) => one.path === path))
      arrived.set(typeOf(request), (arrived.get(typeOf(request)) ?? 0) + 1);
    expect(arrived).toEqual(counts);
  }
  const written = await runSql<{ type: string; count: number }>(
    demo.databaseUrl,
    "SELECT type, count(*)::int AS count FROM events WHERE room_id = $1 GROUP BY type",
    [scene.roomId],
  );
  expect(new Map(written.map(({ type, count: times }) => [type, times]))).toEqual(counts);
});

import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { describeEvent, EMITTED_TYPES, type EventType } from "../lib/events/catalog";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/webhook-pages";
import { makePerson, type Person } from "./support/scenes/people";
import { makeRecordScene, type RecordScene } from "./support/scenes/record-rows";
import { openAs } from "./support/scenes/room-scene";
import type { Received, Receiver } from "./support/servers/receiver";

interface Stage extends RecordScene {
  demo: Manifest;
  newcomer: Person;
  recordId: string;
}

type Actor = "creator" | "manager";
/** Clicks, which return the id of an object other than the record, the events that they cause, and the v1 `data` (§6). */
type Row = readonly [
  events: readonly EventType[],
  by: Actor,
  clicks: (page: Page, stage: Stage) => Promise<unknown>,
  v1Data?: (stage: Stage) => object,
];

const told = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name }).click();
const fill = (page: Page, name: string | RegExp, text: string) => page.getByRole("textbox", { name }).fill(text);
const pathOf = ({ roomId }: Stage, rest = "") => `/rooms/${roomId}${rest}`;
const openRecord = (page: Page, stage: Stage) => page.goto(pathOf(stage, `/records/${stage.recordId}`));

async function findId({ world, roomId }: Stage, table: string, condition: string): Promise<string> {
  let id = "";
  const find = async () => {
    const text = `SELECT id FROM ${table} WHERE room_id = $1 AND ${condition}`;
    const [row] = await world.query<{ id: string }>(text, [roomId]);
    id = row?.id ?? "";
    return id;
  };
  await expect.poll(find).not.toBe("");
  return id;
}

const summarize = (title: string, status: string, actor: Actor) => (stage: Stage) => ({
  roomId: stage.roomId,
  title,
  status,
  createdById: stage.creator.id,
  actorId: stage[actor].id,
});

const REQUEST: Row = [
  ["approval.requested", "record.approval_requested"],
  "creator",
  async (page, stage) => {
    await openRecord(page, stage);
    await press(page, "Request approval");
    await told(page, "Approval is requested.");
  },
  summarize("Minutes", "PENDING_APPROVAL", "creator"),
];

const decide = (decision: "Approve" | "Reject", done: string) => async (page: Page, stage: Stage) => {
  await openRecord(page, stage);
  await fill(page, "Comment", "I have read it");
  await press(page, decision);
  await told(page, done);
};

const ROWS: readonly Row[] = [
  [
    ["record.created"],
    "creator",
    async (page, stage) => {
      await page.goto(pathOf(stage, "/records"));
      await follow(page, "New record");
      await fill(page, "Title", "議事録 – Minutes 🎉");
      await press(page, "Create record");
      await told(page, "The record is created.");
      stage.recordId = /(rec_[a-z0-9]+)\?/.exec(page.url())?.[1] ?? "";
    },
    summarize("議事録 – Minutes 🎉", "DRAFT", "creator"),
  ],
  [
    ["record.updated"],
    "creator",
    async (page, stage) => {
      await openRecord(page, stage);
      await follow(page, "Edit");
      await fill(page, "Title", "Minutes");
      await press(page, "Save");
      await told(page, "The record is saved.");
    },
    summarize("Minutes", "DRAFT", "creator"),
  ],
  REQUEST,
  [
    ["approval.withdrawn"],
    "creator",
    async (page) => {
      await press(page, "Withdraw the request");
      await told(page, "Request withdrawn");
    },
    summarize("Minutes", "DRAFT", "creator"),
  ],
  REQUEST,
  [
    ["approval.rejected"],
    "manager",
    decide("Reject", "The record is rejected."),
    summarize("Minutes", "REJECTED", "manager"),
  ],
  REQUEST,
  [
    ["approval.approved", "record.approved"],
    "manager",
    decide("Approve", "The record is approved."),
    summarize("Minutes", "APPROVED", "manager"),
  ],
  [
    ["record.deleted"],
    "creator",
    async (page, stage) => {
      await openRecord(page, stage);
      await follow(page, "Delete");
      await fill(page, /to confirm/, "Minutes");
      await press(page, "Delete record");
      await told(page, "Record deleted");
    },
    ({ recordId }) => ({ id: recordId, title: "Minutes" }),
  ],
  [
    ["message.created"],
    "creator",
    async (page, stage) => {
      await page.goto(pathOf(stage));
      await fill(page, "Message", "Hello, all");
      await page.getByRole("button", { name: "Send" }).click();
      return findId(stage, "messages", "body = 'Hello, all'");
    },
  ],
  [
    ["task.created"],
    "creator",
    async (page, stage) => {
      await page.goto(pathOf(stage, "/tasks"));
      await follow(page, "New task");
      await page.getByLabel("Title", { exact: true }).fill("Send the minutes");
      await press(page, "Create task");
      return findId(stage, "tasks", "title = 'Send the minutes'");
    },
  ],
  [
    ["task.updated"],
    "manager",
    async (page, stage) => {
      await page.goto(pathOf(stage, "/tasks"));
      await follow(page, "Send the minutes");
      await page.getByLabel("Status", { exact: true }).selectOption("Completed");
      await press(page, "Save changes");
      return findId(stage, "tasks", "status = 'COMPLETED'");
    },
  ],
  [
    ["room.member.added"],
    "manager",
    async (page, stage) => {
      await page.goto(pathOf(stage, "/members"));
      await page.getByRole("combobox", { name: "Person" }).fill(stage.newcomer.email);
      await press(page, "Add to the room");
      await expect(page.getByRole("list", { name: "People in this room" })).toContainText("Nia Newcomer");
      return stage.roomId;
    },
    ({ roomId, newcomer }) => ({ roomId, userId: newcomer.id }),
  ],
];

/** An upload belongs to a message, so this row has two objects. */
async function attach(page: Page, stage: Stage): Promise<{ messageId: string; fileId: string }> {
  await page.goto(pathOf(stage));
  await fill(page, "Message", "With a file");
  const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") };
  await page.locator("input[type=file]").first().setInputFiles(plan);
  await page.getByRole("button", { name: "Send" }).click();
  return {
    messageId: await findId(stage, "messages", "body = 'With a file'"),
    fileId: await findId(stage, "files", "state = 'READY'"),
  };
}

async function createWebhook(page: Page, name: string, url: string): Promise<string> {
  await page.goto("/settings/developer/webhooks/new");
  await fill(page, /^Name$/, name);
  await fill(page, "Endpoint URL", url);
  await press(page, "Select all");
  await expect(page.getByText("14 selected")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^room\.created/ })).toBeDisabled();
  await press(page, "Create webhook");
  const secret = (await page.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
  await press(page, "Done");
  await press(page, "Close without copying");
  await expect(page).toHaveURL(/\/test$/);
  return secret;
}

const readBody = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;
const typeOf = ({ headers }: Received) => String(headers["svc-webhook-type"]);

/** One delivery to each webhook, whole and signed. */
async function expectEvent(
  receiver: Receiver,
  from: number,
  secrets: Record<"/200/v1" | "/200/v2", string>,
  expected: { stage: Stage; type: EventType; objectId: string; v1Data: object | null },
): Promise<void> {
  const { stage, type, objectId, v1Data } = expected;
  const { object, inV1 } = describeEvent(type);
  const found = (path: string) =>
    receiver.received.slice(from).filter((request) => request.path === path && typeOf(request) === type);
  for (const path of ["/200/v1", "/200/v2"] as const) {
    await expect.poll(() => found(path).length).toBe(1);
    const [request] = found(path);
    if (!request) throw new Error(`${type} has not arrived.`);
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
      const facts = { id: headers["svc-webhook-id"], type, apiVersion: "2026-06-09", createdAt: at };
      expect(readBody(request)).toEqual({ ...facts, organizationId, roomId, data });
      expect(headers["x-webhook-event"]).toBeUndefined();
    } else {
      const data = v1Data ? expect.objectContaining({ ...v1Data }) : { object: { id: objectId, type: object } };
      const deliveryId = headers["svc-webhook-delivery"];
      expect(readBody(request)).toEqual({ event: type, timestamp: at, roomId, data, deliveryId });
      expect(headers["x-webhook-event"]).toBe(inV1 ? type : undefined);
    }
  }
}

test("each of the 14 stable events follows a click and reaches receivers of both API versions", async ({
  browser,
  demo,
  receiver,
}) => {
  const scene = await makeRecordScene(demo);
  await scene.world.board(scene.roomId);
  const newcomer = await makePerson(demo, { name: "Nia Newcomer", roleAtAcme: 20 });
  const stage: Stage = { ...scene, demo, newcomer, recordId: "" };
  const open = (person: Person) => openAs(browser, person, "/rooms");
  const pages = { creator: await open(scene.creator), manager: await open(scene.manager) };
  const secrets = {
    "/200/v2": await createWebhook(pages.manager, "New contract", `${receiver.url}/200/v2`),
    "/200/v1": await createWebhook(pages.manager, "Old contract", `${receiver.url}/200/v1`),
  };
  // New registrations are v2 (§6): only an old row is v1.
  const age = "UPDATE webhooks SET api_version = '2025-10-23' WHERE room_id = $1 AND name = 'Old contract'";
  await scene.world.query(age, [scene.roomId]);

  const happened: string[] = [];
  for (const [events, by, clicks, v1Data] of ROWS) {
    const from = receiver.received.length;
    const made = await clicks(pages[by], stage);
    const objectId = typeof made === "string" ? made : stage.recordId;
    for (const type of events) {
      happened.push(type);
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
    happened.push(type);
    await expectEvent(receiver, from, secrets, { stage, type, objectId, v1Data: null });
  }

  // A new room is created by a click, too; its event is listed but never sent.
  await pages.manager.goto(`/rooms/new?in=${demo.organizations.acme.id}`);
  await fill(pages.manager, "Name", "Afterwards");
  await press(pages.manager, "Create room");
  await expect(pages.manager.getByRole("heading", { name: "Afterwards", level: 1 })).toBeVisible();
  expect(await scene.world.query("SELECT 1 FROM events WHERE type = 'room.created'")).toEqual([]);

  expect([...new Set(happened)].sort()).toEqual([...EMITTED_TYPES].sort());
  happened.sort();
  for (const path of ["/200/v1", "/200/v2"]) {
    const arrived = receiver.received.filter((one) => one.path === path).map(typeOf);
    expect(arrived.sort()).toEqual(happened);
  }
  const written = await scene.world.query<Record<"type", string>>("SELECT type FROM events WHERE room_id = $1", [
    scene.roomId,
  ]);
  expect(written.map((event) => event.type).sort()).toEqual(happened);
});

import { expect, type Page } from "@playwright/test";
import type { EventType } from "../../../lib/events/catalog";
import type { Manifest } from "../../../prisma/seed/manifest";
import type { Person } from "../scenes/people";
import type { RecordScene } from "../scenes/record-rows";
import { runSql } from "../scenes/run-sql";

export interface Stage extends RecordScene {
  demo: Manifest;
  newcomer: Person;
  recordId: string;
}

/** Clicks, which return the object's id, the events that they cause, and the v1 `data` (§6). */
interface Row {
  events: readonly EventType[];
  by: "creator" | "manager";
  clicks: (page: Page, stage: Stage) => Promise<string>;
  v1Data?: (stage: Stage) => object;
}

const told = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

export async function findId(stage: Stage, text: string): Promise<string> {
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

export const pathOf = ({ roomId }: Stage, rest = "") => `/rooms/${roomId}${rest}`;
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

export const ROWS: readonly Row[] = [
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

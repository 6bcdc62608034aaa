import { createHmac } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { describeEvent, EMITTED_TYPES, type EventType } from "../lib/events/catalog";
import { findId, pathOf, ROWS, type Stage } from "./support/browser/event-clicks";
import { signIn } from "./support/browser/sign-in";
import { test } from "./support/browser/webhook-pages";
import { makePerson, type Person } from "./support/scenes/people";
import { makeRecordScene } from "./support/scenes/record-rows";
import { runSql } from "./support/scenes/run-sql";
import type { Received, Receiver } from "./support/servers/receiver";

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

async function createWebhook(page: Page, name: string, url: string): Promise<string> {
  await page.goto("/settings/developer/webhooks/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(url);
  await page.getByRole("button", { name: "Select all" }).click();
  await expect(page.getByText("14 selected")).toBeVisible();
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

test("each of the 14 stable events follows a click and reaches receivers of both API versions", async ({
  browser,
  demo,
  receiver,
}) => {
  const scene = await makeRecordScene(demo);
  await scene.world.board(scene.roomId);
  const newcomer = await makePerson(demo, { name: "Nia Newcomer", roleAtAcme: 20 });
  const stage: Stage = { ...scene, demo, newcomer, recordId: "" };
  const pages = { creator: await openAs(browser, scene.creator), manager: await openAs(browser, scene.manager) };
  const secrets = {
    "/200/v2": await createWebhook(pages.manager, "New contract", `${receiver.url}/200/v2`),
    "/200/v1": await createWebhook(pages.manager, "Old contract", `${receiver.url}/200/v1`),
  };
  // New registrations are v2 (§6): only an old row is v1.
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

  // A new room is created by a click, too; its event is listed but never sent.
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

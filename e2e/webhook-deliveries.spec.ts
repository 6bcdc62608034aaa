import { expect } from "@playwright/test";
import pg from "pg";
import type { Manifest } from "../prisma/seed/manifest";
import { signIn } from "./support/browser/sign-in";
import { createWebhook, PATH, test } from "./support/browser/webhook-pages";
import { type Manager, makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";
import { openDemoWorld } from "./support/scenes/world";
import type { Received } from "./support/servers/receiver";

test("deliveries filter by the URL, and the list follows new attempts", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Busy" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook);
  await plantAttempt(demo, webhook, { statusCode: 503, error: "http_status", state: "FAILED", event: "task.created" });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  const events = page.getByRole("row").filter({ has: page.locator("a[data-row]") });
  await expect(events).toHaveCount(2);
  await page.getByRole("combobox", { name: "Status" }).selectOption("FAILED");
  await expect(page).toHaveURL(/state=FAILED/);
  await expect(events).toHaveCount(1);
  await expect(events).toContainText("task.created");
  await plantAttempt(demo, webhook, { statusCode: null, error: "timeout", state: "FAILED" });
  await expect(events).toHaveCount(2);
  await page.goto(`${PATH}/${webhook.id}/deliveries?event=record.created&since=1h`);
  await expect(events).toHaveCount(2);
  await page.goto(`${PATH}/${webhook.id}/deliveries?to=2020-01-01T00%3A00`);
  await expect(page.getByText("No delivery matches")).toBeVisible();
  await page.goto(`${PATH}/${webhook.id}/redeliver?since=1h`);
  await expect(page.getByText("2 events failed in this period without a later delivery.")).toContainText("2 units");
  await expect(page.getByRole("button", { name: "Redeliver 2 events" })).toBeVisible();
});

test("shows retries as they run, and redelivers failed and held deliveries at once", async ({
  page,
  demo,
  receiver,
}) => {
  const manager = await makeManager(demo);
  const createTask = await openTaskSource(demo, manager);
  await signIn(page, manager, PATH);
  // The first four attempts fail; later ones succeed.
  const { id } = await createWebhook(page, "Mended", `${receiver.url}/flaky-4`);
  await page.goto(`${PATH}/${id}/deliveries`);
  await createTask("Failing");
  const release = await holdRetries(demo, id);
  const event = page.getByRole("row").filter({ has: page.locator("a[data-row]") });
  await expect(event).toContainText("Retrying");
  await expect(page.getByText("Deliveries are in progress.")).toBeVisible();
  await release();
  // A wake that came while the row was locked is lost, and the minute's sweep makes up for it.
  await expect(event).toContainText("Failed", { timeout: 75_000 });
  await expect(event).toContainText("4 attempts, 4 failed");
  await page.goto(`${PATH}/${id}/redeliver`);
  await page.getByRole("button", { name: "Redeliver 1 event" }).click();
  await expect(page.getByText("1 event is being sent")).toBeVisible();
  await page.goto(`${PATH}/${id}/deliveries`);
  await expect(event.first()).toContainText("Delivered");
  // A slow machine can lose an attempt to a connection that the receiver has just closed.
  const sent = receiver.received.length;
  expect(readId(receiver.received.at(-1))).toBe(readId(receiver.received[0]));

  await page.goto(`${PATH}/${id}/edit`);
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Inactive. Events are held from now on.")).toBeVisible();
  await createTask("Kept");
  await page.goto(`${PATH}/${id}/deliveries`);
  await expect(event.first()).toContainText("Held");
  expect(receiver.received).toHaveLength(sent);
  await page.goto(`${PATH}/${id}/edit`);
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Active again.")).toBeVisible();
  await page.goto(`${PATH}/${id}/redeliver`);
  await page.getByRole("button", { name: "Recover 1 event" }).click();
  await expect(page.getByText("1 event is being sent")).toBeVisible();
  await expect.poll(() => readId(receiver.received[sent])).not.toBe(undefined);
  expect(readId(receiver.received[sent])).not.toBe(readId(receiver.received[0]));
});

/** A delivery that waits for its next attempt goes on waiting until the release, however slow the page is. */
async function holdRetries(demo: Manifest, webhookId: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: demo.databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  const waiting = `SELECT id FROM deliveries WHERE webhook_id = $1 AND attempts > 0
      AND claimed_until IS NULL AND next_attempt_at > clock_timestamp()
    FOR UPDATE SKIP LOCKED`;
  await expect.poll(async () => (await client.query(waiting, [webhookId])).rowCount).toBe(1);
  return async () => {
    await client.query("COMMIT");
    await client.end();
  };
}

const readId = (received: Received | undefined) => received?.headers["svc-webhook-id"];

/** Creates tasks through /v1, in the manager's room. */
async function openTaskSource(demo: Manifest, { id, roomId }: Manager): Promise<(title: string) => Promise<void>> {
  const world = openDemoWorld(demo);
  const { query } = world;
  await world.board(roomId);
  const [room] = await query<{ entity: string }>("SELECT billing_entity_id AS entity FROM rooms WHERE id = $1", [
    roomId,
  ]);
  const audience = `${demo.baseUrl}/v1`;
  const { token } = await world.accessToken({ userId: id, billingEntityId: room?.entity ?? "", audience });
  return async (title) => {
    const answer = await fetch(`${demo.baseUrl}/v1/rooms/${roomId}/tasks`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ title }),
    });
    expect(answer.status).toBe(201);
  };
}

test("a delivery leads to the verify tool, which has all of it but the secret", async ({ page, demo, receiver }) => {
  await signIn(page, await makeManager(demo), PATH);
  const { id, secret } = await createWebhook(page, "Filled in", `${receiver.url}/200`);
  await page.getByRole("button", { name: "Send sample" }).click();
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
  await page.goto(`${PATH}/${id}/deliveries`);
  await page.locator("a[data-row]").click();
  await page.getByRole("link", { name: "Verify this one" }).click();
  await expect(page.getByRole("textbox", { name: "Headers" })).toHaveValue(/Svc-Webhook-Signature: v1=/);
  await expect(page.getByRole("textbox", { name: "Raw body" })).toHaveValue(
    receiver.received[0]?.body.toString() ?? "",
  );
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("textbox", { name: "Signing secret" }).fill(secret);
  await expect(page.getByRole("heading", { name: "The delivery is genuine" })).toBeVisible();
  expect(page.url()).not.toContain("whsec_");
});

test("the verify tool checks a real capture in the browser alone", async ({ page, demo, receiver }) => {
  await signIn(page, await makeManager(demo), PATH);
  const { secret } = await createWebhook(page, "Captured", `${receiver.url}/200`);
  await page.getByRole("button", { name: "Send sample" }).click();
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
  const [capture] = receiver.received;
  const headers = Object.entries(capture?.headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const body = capture?.body.toString() ?? "";
  await page.goto(`${PATH}/verify`);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const verdict = page.getByRole("region").filter({ has: page.getByRole("listitem") });
  await page.getByRole("textbox", { name: "Headers" }).fill(headers.join("\n"));
  await page.getByRole("textbox", { name: "Raw body" }).fill(body);
  await page.getByRole("textbox", { name: "Signing secret" }).fill(secret);
  await expect(verdict.getByRole("heading", { name: "The delivery is genuine" })).toBeVisible();
  await page.getByRole("textbox", { name: "Raw body" }).fill(JSON.stringify(JSON.parse(body), null, 2));
  await expect(verdict).toContainText("It matches once the JSON is written differently");
  await page.getByRole("textbox", { name: "Raw body" }).fill(body);
  await page.getByRole("textbox", { name: "Receiver’s clock" }).fill("1");
  await expect(verdict).toContainText("ahead of the clock");
  // An old capture is checked by its own time, without a number to copy.
  await page.getByRole("button", { name: "Use the delivery’s time" }).click();
  await expect(verdict.getByRole("heading", { name: "The delivery is genuine" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Receiver’s clock" })).toBeFocused();
  await page.getByRole("textbox", { name: "Receiver’s clock" }).fill("");
  await page.getByRole("textbox", { name: "Signing secret" }).fill("whsec_another");
  await expect(verdict).toContainText("No common mistake explains it.");
  expect(sent.filter((request) => request.includes("whsec_") || request.includes("evt_"))).toEqual([]);
});

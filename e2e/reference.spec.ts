import { expect, type Page } from "@playwright/test";
import { expectAccessible, findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { waitForHydration, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene } from "./support/scenes/room-scene";
import { openDemoWorld } from "./support/scenes/world";

const REFERENCE = "/docs/reference";

function watchRequests(page: Page): { url: string; authorization: string | undefined; cookie: string | undefined }[] {
  const requests: ReturnType<typeof watchRequests> = [];
  page.on("request", async (request) => {
    const { authorization, cookie } = await request.allHeaders();
    requests.push({ url: request.url(), authorization, cookie });
  });
  return requests;
}

test("a request runs by keyboard, goes to this origin alone, and shows limits and body", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const requests = watchRequests(page);
  await page.goto("/docs/reference/listRooms");
  const key = page.getByLabel("Test key or access token");
  await expect(key).toHaveAttribute("type", "password");
  await key.fill(demo.apiKeys.org.key);
  await page.getByRole("textbox", { name: "limit" }).fill("1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^Response 200 after/ })).toBeVisible();
  const response = page.getByRole("region", { name: "Response", exact: true });
  await expect(response.getByRole("region", { name: "Response body" })).toContainText('"nextCursor"');
  const headers = await response.getByRole("region", { name: "Response headers" }).textContent();
  expect(headers).toMatch(/^ratelimit-limit: \d+\n/);
  const requestId = /x-request-id: (\S+)/.exec(headers ?? "")?.[1] ?? "";
  await expect(response.getByText(requestId, { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "This request in curl" })).toContainText("/v1/rooms?limit=1'");
  const sent = requests.filter(({ url }) => new URL(url).pathname.startsWith("/v1/"));
  expect(sent).toEqual([
    { url: `${demo.baseUrl}/v1/rooms?limit=1`, authorization: `Bearer ${demo.apiKeys.org.key}`, cookie: undefined },
  ]);
  expect(requests.filter(({ url }) => !url.startsWith(demo.baseUrl) && !url.startsWith("data:"))).toEqual([]);
  expect(page.url()).toBe(`${demo.baseUrl}/docs/reference/listRooms`);
  expect(problems).toEqual([]);
});

test("a refusal names its code and the remedy", async ({ page, demo }) => {
  await page.goto("/docs/reference/listMessages");
  await page.getByLabel("Test key or access token").fill(demo.apiKeys.org.key);
  await page.getByRole("textbox", { name: "limit" }).fill("0");
  await page.getByRole("button", { name: "Send GET" }).click();
  const response = page.getByRole("region", { name: "Response", exact: true });
  await expect(response.getByRole("link", { name: "room_not_found" })).toHaveAttribute(
    "href",
    "/docs/errors/room_not_found",
  );
  await page.getByRole("textbox", { name: "roomId" }).fill(demo.rooms.general.id);
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect(response.getByRole("link", { name: "validation_error" })).toBeVisible();
  await expect(response.getByText("Correct what details.issues names:")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Response 400/ })).toBeVisible();
});

test("the tab keeps the credential until it is forgotten", async ({ page, demo, context }) => {
  await page.goto("/docs/reference/listRooms");
  const key = page.getByLabel("Test key or access token");
  await key.fill(demo.apiKeys.org.key);
  await page.getByRole("button", { name: "Show the credential" }).click();
  await expect(key).toHaveAttribute("type", "text");
  await page.goto("/docs/reference/listOrganizations");
  await expect(key).toHaveValue(demo.apiKeys.org.key);
  const other = await context.newPage();
  await other.goto("/docs/reference/listOrganizations");
  await waitForHydration(other);
  await expect(other.getByLabel("Test key or access token")).toHaveValue("");
  await page.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("The credentials are forgotten.")).toBeVisible();
  await expect(key).toHaveValue("");
  await page.reload();
  await waitForHydration(page);
  await expect(key).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, document.cookie]))).not.toContain(
    demo.apiKeys.org.key,
  );
});

test("a write runs with a person's token, in the reader's own room", async ({ page, demo }) => {
  const { ann, roomId, query } = await makeRoomScene(demo);
  await signIn(page, ann, `${REFERENCE}/createMessage`);
  await expect(page.getByRole("region", { name: "Request in curl", exact: true })).toContainText(roomId);
  await expect(page.getByText("The room is yours: Workshop.")).toBeVisible();
  await expect(page.getByText("API keys are read-only, so it needs a user’s access token.")).toBeVisible();
  const world = openDemoWorld(demo);
  const [room] = await query<{ entity: string }>("SELECT billing_entity_id AS entity FROM rooms WHERE id = $1", [
    roomId,
  ]);
  const { token } = await world.accessToken({
    userId: ann.id,
    billingEntityId: room?.entity ?? "",
    audience: `${demo.baseUrl}/v1`,
  });
  await page.getByLabel("Access token of a person", { exact: true }).fill(token);
  await page.getByRole("textbox", { name: /^body/ }).fill("Sent from the reference");
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Response 201/ })).toBeVisible();
  const rows = await query<{ body: string }>("SELECT body FROM messages WHERE room_id = $1", [roomId]);
  expect(rows.map(({ body }) => body)).toContain("Sent from the reference");
});

test("a signed-in reader runs a write without a credential", async ({ page, demo }) => {
  const { ann, roomId, query } = await makeRoomScene(demo);
  await signIn(page, ann, `${REFERENCE}/createMessage`);
  await expect(page.getByText(/with an access token for messages:write that ends/)).toBeVisible();
  await page.getByRole("textbox", { name: /^body/ }).fill("Sent as myself");
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Response 201 after .* sent as you in/ })).toBeVisible();
  const rows = await query<{ body: string; author: string }>(
    "SELECT body, author_id AS author FROM messages WHERE room_id = $1",
    [roomId],
  );
  expect(rows).toContainEqual({ body: "Sent as myself", author: ann.id });
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain("svc_at_");
});

test("a signed-in reader's own ids are in the snippets, and Run finds them", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, `${REFERENCE}/readTask`);
  await page.getByLabel("Test key or access token").fill(demo.apiKeys.org.key);
  for (const id of ["readTask", "readRecord", "listDeliveries"]) {
    await page.goto(`${REFERENCE}/${id}`);
    await expect(page.getByText(/^Room and ids are yours:/)).toBeVisible();
    await page.getByRole("button", { name: "Send GET" }).click();
    await expect(page.getByRole("status").filter({ hasText: /^Response 200/ })).toBeVisible();
  }
  await page.goto(`${REFERENCE}/updateTask`);
  const command = page.getByRole("region", { name: "Request in curl", exact: true });
  await expect(command).toContainText(/\/tasks\/task_[0-9a-z]{26}'/);
  await expect(command).not.toContainText("01jz5w8r2me4k7n0q3t6v9xb");
});

test("the language of code is chosen once for reference and guides", async ({ page }) => {
  await page.goto("/docs/reference/listTasks");
  await expect(page.getByRole("region", { name: "Request in curl", exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Request in TypeScript" })).toContainText("svc.rooms.tasks.list(");
  await expect(page.getByRole("region", { name: "Request in curl", exact: true })).toBeHidden();
  await page.goto("/docs/reference");
  await expect(page.getByRole("region", { name: "Request in TypeScript" })).toBeVisible();
  await page.goto("/docs/webhooks");
  await page.getByRole("radio", { name: "Ruby" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("receiver.rb: gem install webrick")).toBeVisible();
  await page.reload();
  await expect(page.getByText("receiver.rb: gem install webrick")).toBeVisible();
  await expect(page.getByText("receiver.py: start it with")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is readable, each language too", async ({ browser, demo }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.baseUrl });
    const page = await context.newPage();
    await page.goto("/docs/reference/createTask");
    await expect(page.getByRole("heading", { name: "Gates" })).toBeVisible();
    await page.getByText("Python", { exact: true }).click();
    await expect(page.getByRole("region", { name: "Request in Python" })).toContainText("client.rooms.tasks.create(");
    // Playwright's text selectors skip this element.
    const notes = await page.locator("noscript").allTextContents();
    expect(notes.join("")).toContain("Needs JavaScript.");
    await expect(page.getByRole("button", { name: "Send POST" })).toHaveCount(0);
  });
});

for (const locale of ["en", "ja"] as const) {
  test(`every page is accessible and fits 320 px, ${locale}`, async ({ page, demo }) => {
    const problems = watchProblems(page);
    await signIn(page, await makePerson(demo, { locale, roleAtAcme: 30 }));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const path of [REFERENCE, `${REFERENCE}/listTasks`, `${REFERENCE}/createFile`, `${REFERENCE}/updateTask`]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expectAccessible(page, locale);
      await page.setViewportSize({ width: 320, height: 640 });
      const scope = locale === "ja" ? "texts" : "all but contrast";
      expect([path, await findViolations(page, scope)]).toEqual([path, []]);
      expect([path, await measureOverflow(page)]).toEqual([path, 0]);
    }
    expect(problems).toEqual([]);
  });
}

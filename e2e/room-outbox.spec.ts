import { expect, type Page } from "@playwright/test";
import { findViolations } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { waitForHydration } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message } from "./support/browser/thread-pages";
import { makeRoomScene } from "./support/scenes/room-scene";

const sendAgain = (page: Page) => page.getByRole("button", { name: "Send again" });

/** Answers posts of the page as the test says; everything else passes. */
async function onPost(page: Page, answer: "abort" | "lose" | Promise<unknown>): Promise<void> {
  await page.route("**/rooms/**", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (answer === "abort") return route.abort();
    if (answer !== "lose") await answer;
    else await route.fetch();
    return answer === "lose" ? route.abort() : route.continue();
  });
}

/** Nothing tells the page of new messages. */
async function silence(page: Page): Promise<void> {
  await page.route("**/api/rooms/**", (route) => route.abort());
}

test("messages are shown before they are posted, in order, and the field is free at once", async ({ page, demo }) => {
  const { ann, path, roomId, query } = await makeRoomScene(demo, { messages: 1 });
  await signIn(page, ann, path);
  let release = (): void => undefined;
  await onPost(page, new Promise<void>((resolve) => (release = resolve)));
  for (const text of ["first thought", "second thought"]) {
    await composer(page).pressSequentially(text);
    await page.keyboard.press("Enter");
    await expect(composer(page)).toHaveValue("");
    await expect(message(page, text)).toContainText("Sending…");
    await expect(message(page, text).getByRole("link", { name: /^Reply/ })).toHaveCount(0);
  }
  const bodies = () => query<{ body: string }>("SELECT body FROM messages WHERE room_id = $1 ORDER BY id", [roomId]);
  expect((await bodies()).map(({ body }) => body)).toEqual(["Line 1"]);
  release();
  await expect(page.getByText("Sending…")).toHaveCount(0);
  await expect(message(page, "second thought").getByRole("link", { name: /^Reply/ })).toHaveCount(1);
  expect((await bodies()).map(({ body }) => body)).toEqual(["Line 1", "first thought", "second thought"]);
  for (const text of ["first thought", "second thought"]) await expect(message(page, text)).toHaveCount(1);
});

test("a message that could not be posted says why, stays over a reload, and is sent again by keyboard", async ({
  page,
  demo,
}) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await onPost(page, "abort");
  await composer(page).fill("precious words");
  await composer(page).press("Enter");
  const failed = message(page, "precious words");
  await expect(failed.getByRole("alert")).toContainText("Not sent.");
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await waitForHydration(page);
  await expect(failed.getByRole("alert")).toBeVisible();
  await page.unroute("**/rooms/**");
  await sendAgain(page).focus();
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await expect(sendAgain(page)).toHaveCount(0);
  await expect(failed.getByRole("link", { name: /^Reply/ })).toHaveCount(1);
  await page.reload();
  await waitForHydration(page);
  await expect(failed).toHaveCount(1);
  await expect(failed.getByRole("alert")).toHaveCount(0);
});

test("a message whose response was lost is posted once, however often it is sent again", async ({ page, demo }) => {
  const { ann, path, roomId, query } = await makeRoomScene(demo, { messages: 1 });
  await silence(page);
  await signIn(page, ann, path);
  await onPost(page, "lose");
  await message(page, "Line 1").getByRole("link", { name: "Reply to Ann Archer" }).click();
  await composer(page).fill("said once");
  await composer(page).press("Enter");
  await expect(sendAgain(page)).toBeVisible();
  await expect(page.getByText("Reply to Ann Archer", { exact: true })).toHaveCount(0);
  await page.unroute("**/rooms/**");
  await sendAgain(page).click();
  await expect(message(page, "said once")).toContainText("Message sent");
  await page.unroute("**/api/rooms/**");
  await page.reload();
  await waitForHydration(page);
  await expect(message(page, "said once").getByRole("link", { name: /In reply to.*Line 1/ })).toHaveCount(1);
  await composer(page).fill("said once");
  await composer(page).press("Enter");
  await expect(message(page, "said once")).toHaveCount(2);
  await expect(page.getByText("Sending…")).toHaveCount(0);
  const [count] = await query<{ n: number }>(
    "SELECT count(*)::int AS n FROM messages WHERE room_id = $1 AND body = 'said once'",
    [roomId],
  );
  expect(count?.n).toBe(2);
});

test("a message that arrives although its response was lost is shown once, without an error", async ({
  page,
  demo,
}) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await onPost(page, "lose");
  await composer(page).fill("arrived anyway");
  await composer(page).press("Enter");
  await expect(message(page, "arrived anyway").getByRole("link", { name: /^Reply/ })).toHaveCount(1);
  await expect(sendAgain(page)).toHaveCount(0);
  await expect(message(page, "arrived anyway")).toHaveCount(1);
});

test("a message that was not posted can be edited, and keeps what was typed since", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await onPost(page, "abort");
  await composer(page).fill("a typo");
  await composer(page).press("Enter");
  await expect(sendAgain(page)).toBeVisible();
  await composer(page).fill("the next one");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue("a typo\nthe next one");
  await expect(sendAgain(page)).toHaveCount(0);
});

import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeRecordScene } from "./support/scenes/record-rows";

const LONG = "long\n\n".repeat(200);
const comment = (page: Page, text: string) =>
  page.getByRole("region", { name: "Discussion" }).getByRole("listitem").filter({ hasText: text });

test("a jump happens although the page is refreshed right after the click", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: LONG });
  const seen = await scene.plantComment(id, scene.manager, "Old remark");
  await scene.plantComment(id, scene.manager, "New remark");
  await scene.plantPlace(id, scene.creator, seen);
  await signIn(page, scene.creator, `/rooms/${scene.roomId}/records/${id}`);
  await tabTo(page, "link", "2 comments 1 new");
  const refreshed = page.waitForResponse((answer) => answer.request().headers()["rsc"] === "1");
  // A change in the room does this at any moment.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.click();
    (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh();
  });
  await refreshed;
  await expect(comment(page, "New remark")).toBeInViewport();
  await expect(page).toHaveURL(/#cmt_/);
});

test("coming back to a place within a page shows that page", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: LONG });
  const place = await scene.plantComment(id, scene.manager, "Remark");
  const path = `/rooms/${scene.roomId}/records/${id}`;
  await signIn(page, scene.creator, path);
  await comment(page, "Remark").locator(`a[href="#${place}"]`).click();
  await expect(page).toHaveURL(`${path}#${place}`);
  await expect(comment(page, "Remark")).toBeInViewport();
  // A click would scroll to it first.
  await page.getByRole("link", { name: "Version 1" }).first().dispatchEvent("click");
  await expect(page.getByRole("heading", { name: "Versions of Budget" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${path}#${place}`);
  await expect(page.getByRole("heading", { name: "Budget", exact: true })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Versions of Budget" })).toBeVisible();
});

test("coming back to a page whose frame was skipped shows that page", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  await scene.plantRecord({ title: "Budget" });
  const path = `/rooms/${scene.roomId}/records`;
  await signIn(page, scene.creator, path);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${path}#content`);
  await tabTo(page, "link", "Budget");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Budget", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("listitem").filter({ hasText: "Budget" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Budget", exact: true })).toHaveCount(0);
});

import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser";
import { makePerson } from "./support/people";
import { signIn } from "./support/sign-in";
import { PATH } from "./support/webhook-pages";
import { makeManager, plantAttempt, plantWebhook } from "./support/webhook-rows";

test.use({ viewport: { width: 1280, height: 900 } });

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const pane = (page: Page) => page.getByRole("region", { name: "The selected delivery" });
const row = (page: Page, name: string) => page.getByRole("table").getByRole("link", { name });

/** A webhook with three deliveries, the newest first: task.updated, task.created, record.created. */
async function openDeliveries(page: Page, demo: Manifest): Promise<string> {
  const { roomId, ...manager } = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, roomId, { name: "Heard" }), roomId };
  await plantAttempt(demo, webhook);
  await plantAttempt(demo, webhook, { event: "task.created" });
  await plantAttempt(demo, webhook, { event: "task.updated", statusCode: 503, error: "http_status", state: "FAILED" });
  const path = `${PATH}/${webhook.id}/deliveries`;
  await signIn(page, manager, path);
  return path;
}

test("a filter keeps the focus and says how many rows it has left, each time", async ({ page, demo }) => {
  const path = await openDeliveries(page, demo);
  const state = page.getByRole("combobox", { name: "Status" });
  await state.focus();
  await state.selectOption("SUCCEEDED");
  await expect(status(page, "2 entries shown")).toHaveCount(1);
  await expect(state).toBeFocused();
  await expect(state).toHaveValue("SUCCEEDED");
  await state.selectOption("FAILED");
  await expect(status(page, "1 entry shown")).toHaveCount(1);
  await state.selectOption("HELD");
  await expect(status(page, "Nothing matches")).toHaveCount(1);
  await expect(state).toBeFocused();
  await page.getByRole("link", { name: "Clear" }).focus();
  await page.keyboard.press("Enter");
  await expect(status(page, "3 entries shown")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
  await expect(page).toHaveURL(path);
});

test("an opened row is no filter: its pane is announced, and a second Enter goes there", async ({ page, demo }) => {
  await openDeliveries(page, demo);
  await row(page, "task.created").focus();
  await page.keyboard.press("Enter");
  await expect(status(page, "Details are open.")).toHaveCount(1);
  await expect(status(page, "shown")).toHaveCount(0);
  await expect(row(page, "task.created")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pane(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Close the delivery" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pane(page)).toHaveCount(0);
  await expect(status(page, "Details are open.")).toHaveCount(0);
  await expect(row(page, "task.created")).toBeFocused();
});

test("each row opens itself in a browser that does not position rows, as WebKit", async ({ page, demo }) => {
  await openDeliveries(page, demo);
  await expect(page.locator("a[data-row]")).toHaveCount(3);
  const ofItself = await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("tr:has(a[data-row])")];
    for (const { style } of rows) style.position = "static";
    return rows.map((shown) => {
      const { left, top, height } = shown.getBoundingClientRect();
      return shown.contains(document.elementFromPoint(left + 4, top + height / 2)?.closest("a[data-row]") ?? null);
    });
  });
  expect(ofItself).toEqual([true, true, true]);
});

test("that something is done arrives within a status that is there already", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), "/settings/notifications/preferences");
  await page.evaluate(() => {
    const known = new Set<Node>();
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (known.has(target)) document.body.dataset["heard"] = target.textContent ?? "";
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const found of [node, ...node.querySelectorAll("*")])
              if (found.getAttribute("role") === "status") known.add(found);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/saved=1/);
  await expect(page.locator("body")).toHaveAttribute("data-heard", /saved/);
});

test("the palette names its results in the language of the page", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo, { locale: "ja" }));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("listbox", { name: "結果" })).toBeVisible();
});

import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { composer, message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("files of a message are chosen, sent, seen by the other person and listed in their tab", async ({
  page,
  browser,
  demo,
}) => {
  const { ann, ben, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  const other = await openAs(browser, ben, path);
  await page.locator("input[type=file]").setInputFiles([
    { name: "写真 1.png", mimeType: "image/png", buffer: PNG },
    { name: "evil.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
    { name: "nothing.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  ]);
  await expect(page.getByText("Empty files cannot be uploaded.")).toBeVisible();
  await page.getByRole("button", { name: "Remove nothing.txt" }).click();
  // A message without text names its files.
  await composer(page).press("Enter");
  const seen = message(other, "写真 1.png, evil.svg");
  const picture = seen.getByRole("link", { name: "Open 写真 1.png" });
  await expect(picture).toBeVisible();
  await expect(picture.locator("img")).toHaveJSProperty("naturalWidth", 1);
  // A file that could hold a script is only offered as a download.
  await expect(seen.getByRole("link", { name: /evil\.svg/ })).toHaveAttribute("download", "evil.svg");
  await expect(seen.locator("img")).toHaveCount(1);

  await picture.click();
  await expect(other.getByRole("dialog", { name: "写真 1.png" })).toBeVisible();
  await other.keyboard.press("Escape");
  await other.getByRole("link", { name: "Files" }).click();
  const files = other.getByRole("list", { name: "Files" });
  await expect(files.getByRole("listitem")).toHaveCount(2);
  await expect(other).toHaveTitle("Files · Workshop · Lintel");
  await other.getByRole("combobox", { name: "Type" }).selectOption("media");
  await expect(other.getByText("No file matches")).toBeVisible();
  await other.getByRole("link", { name: "Clear" }).click();
  const download = other.waitForEvent("download");
  await files.getByRole("link", { name: "Download evil.svg" }).click();
  expect((await download).suggestedFilename()).toBe("evil.svg");
  await files.getByRole("link", { name: "Show the message" }).first().click();
  await expect(message(other, "写真 1.png, evil.svg")).toBeInViewport();
  await other.context().close();
});

test("a broken upload can be tried again, and a cancelled one is gone", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await page.route("**/files/upload/**", (route) => route.abort());
  await page.locator("input[type=file]").setInputFiles([
    { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("one") },
    { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from("two") },
  ]);
  await post(page, "Two files");
  await expect(page.getByText("The connection was lost. Try again.")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove two.txt" }).click();
  await page.unroute("**/files/upload/**");
  await page.getByRole("button", { name: "Try one.txt again" }).click();
  await expect(message(page, "Two files").getByRole("link", { name: "Download one.txt" })).toBeVisible();
  await expect(page.getByText("two.txt")).toHaveCount(0);
});

import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { makePdf } from "./support/browser/pdf-bytes";
import { type GivenFile, shareFiles } from "./support/browser/shared-files";
import { signIn } from "./support/browser/sign-in";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

const PDF = "application/pdf";
const frame = (page: Page) => page.frameLocator("iframe");
const pdfPage = (page: Page, label: string) => frame(page).getByRole("region", { name: label });
const content = (page: Page) => page.getByRole("region", { name: /^Content of/ });

/** The page breaks no rule of accessibility, and a small phone shows all of it. */
async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page, "en");
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize(wide);
}

test("a PDF is drawn with its text, and the arrows go through the files of the room", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const problems = watchProblems(page);
  await shareFiles(page, scene, [
    { name: "notes.md", type: "text/markdown", bytes: "# Notes\n\n<b>not bold</b>\n" },
    { name: "plan.pdf", type: PDF, bytes: makePdf({ pages: 3 }) },
    { name: "app.bin", type: "application/octet-stream", bytes: "\u0000" },
  ]);
  await page.goto(`${scene.path}/files`);
  await page.getByRole("link", { name: "plan.pdf", exact: true }).click();
  await expect(page.getByRole("heading", { name: "plan.pdf" })).toBeVisible();
  await expect(page.getByText("3 pages")).toBeVisible();
  await expect(pdfPage(page, "Page 1 of 3")).toHaveAttribute("data-state", "drawn");
  await expect(pdfPage(page, "Page 1 of 3").locator("canvas")).toBeVisible();
  await expect(pdfPage(page, "Page 1 of 3")).toHaveText("Page 1");
  await expectFits(page);
  // The frame has the focus, and still the arrow reaches the page.
  await pdfPage(page, "Page 1 of 3").click();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("heading", { name: "notes.md" })).toBeVisible();
  await expect(content(page)).toContainText("<b>not bold</b>");
  await expectFits(page);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("heading", { name: "plan.pdf" })).toBeVisible();
  await page.getByRole("link", { name: "Newer file" }).click();
  await expect(page.getByText("No preview for this type of file")).toBeVisible();
  await expect(page.getByRole("link", { name: "Newer file" })).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("app.bin");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${scene.path}/files`);
  expect(problems).toEqual([]);
});

const HTML = "<!doctype html><script>parent.postMessage('ran', '*'); document.title = 'ran'</script>";
const HOSTILE: (GivenFile & { shows: string })[] = [
  { name: "page.pdf", type: PDF, bytes: HTML, shows: "This PDF cannot be shown" },
  { name: "broken.pdf", type: PDF, bytes: makePdf().subarray(0, 300), shows: "This PDF cannot be shown" },
  { name: "picture.svg", type: "image/svg+xml", bytes: "<svg onload='alert(1)'/>", shows: "No preview for this type" },
  { name: "nul.txt", type: "text/plain", bytes: "a\u0000b", shows: "This text cannot be shown" },
  { name: "latin.txt", type: "text/plain", bytes: Buffer.from([0x66, 0xfc, 0x72]), shows: "This text cannot be shown" },
  { name: "order.txt", type: "text/plain", bytes: "user\u202Enimda", shows: "user[U+202E]nimda" },
  { name: "page.html", type: "text/html", bytes: HTML, shows: "document.title = 'ran'" },
];

test("files that lie about themselves are refused or shown as text, and run nowhere", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const problems = watchProblems(page);
  const ids = await shareFiles(page, scene, HOSTILE);
  await page.addInitScript(() => {
    addEventListener("message", ({ data }) => data === "ran" && document.documentElement.setAttribute("data-ran", ""));
  });
  for (const [at, { name, shows }] of HOSTILE.entries()) {
    await page.goto(`${scene.path}/files/${ids[at]}`);
    await expect(page.getByText(shows)).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Workshop · Lintel`);
    await expect(page.locator("[data-ran]")).toHaveCount(0);
  }
  expect(problems).toEqual([]);
});

test("a polyglot, a document with a script and one of 500 pages are only drawn", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const problems = watchProblems(page);
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const polyglot = Buffer.concat([Buffer.from(`<!-- ${HTML} -->\n`), makePdf()]);
  const [scripted, mixed, long] = await shareFiles(page, scene, [
    { name: "script.pdf", type: PDF, bytes: makePdf({ script: "app.alert\\(1\\); this.submitForm\\('/'\\)" }) },
    { name: "polyglot.pdf", type: PDF, bytes: polyglot },
    { name: "long.pdf", type: PDF, bytes: makePdf({ pages: 500 }) },
  ]);
  for (const id of [scripted, mixed]) {
    await page.goto(`${scene.path}/files/${id}`);
    await expect(pdfPage(page, "Page 1 of 1")).toHaveAttribute("data-state", "drawn");
  }
  await page.goto(`${scene.path}/files/${long}`);
  await expect(page.getByText("500 pages")).toBeVisible();
  await expect(pdfPage(page, "Page 1 of 500")).toHaveAttribute("data-state", "drawn");
  const last = pdfPage(page, "Page 500 of 500");
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute("data-state", "drawn");
  await expect(last).toHaveText("Page 500");
  // Pages far from the window give their memory back.
  await expect(pdfPage(page, "Page 1 of 500").locator("canvas")).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("a preview that is open ends with the seat", async ({ page, browser, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  // More than the first parts: the page at the end is read when it is scrolled to.
  const bytes = makePdf({ pages: 300, write: (number) => `Page ${number}${" ".repeat(8_000)}` });
  const [id = ""] = await shareFiles(page, scene, [{ name: "long.pdf", type: PDF, bytes }]);
  const other = await openAs(browser, scene.ben, `${scene.path}/files/${id}`);
  await expect(pdfPage(other, "Page 1 of 300")).toHaveAttribute("data-state", "drawn");
  await scene.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [scene.roomId, scene.ben.id]);
  // Scrolling reads on; the page may have noticed by itself, and the frame be gone.
  const opened = other.frames().find((inner) => inner.url().endsWith("/preview/pdf"));
  await opened?.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2)).catch(() => undefined);
  await expect(other.getByText("This file is no longer here").or(other.getByText("File not found"))).toBeVisible();
  await expect(other.locator("iframe")).toHaveCount(0);
});

test("without JavaScript a text is read, and a PDF is downloaded", async ({ page, browser, demo, baseURL }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const [text, pdf] = await shareFiles(page, scene, [
    { name: "long.log", type: "text/plain", bytes: `${"line\n".repeat(100_000)}end` },
    { name: "plan.pdf", type: PDF, bytes: makePdf() },
  ]);
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  await context.addCookies(await page.context().cookies());
  const plain = await context.newPage();
  await plain.goto(`${scene.path}/files/${text}`);
  await expect(content(plain)).toContainText("line");
  await expect(content(plain)).not.toContainText("end");
  await expect(plain.getByText("First 256 kB of 488 kB.")).toBeVisible();
  await plain.goto(`${scene.path}/files/${pdf}`);
  await expect(plain.getByText("PDF preview needs JavaScript.")).toBeVisible();
  await expect(plain.getByRole("link", { name: "Download", exact: true })).toBeVisible();
});

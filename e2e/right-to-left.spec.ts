import { expect, type Page } from "@playwright/test";
import { measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { shareFiles } from "./support/browser/shared-files";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene } from "./support/scenes/room-scene";

/** No language of the service is written from right to left yet; the direction alone must break nothing. */
async function expectMirrored(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([path, width, await measureOverflow(page)]).toEqual([path, width, 0]);
    const heading = await page.getByRole("heading", { level: 1 }).first().boundingBox();
    const middle = (heading?.x ?? 0) + (heading?.width ?? 0);
    // A heading begins at the right edge of its column, right of the window's middle.
    expect([path, width, middle > width / 2]).toEqual([path, width, true]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("rooms are mirrored whole", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 3 });
  await signIn(page, scene.ann, scene.path);
  const [fileId] = await shareFiles(page, scene, [{ name: "a.txt", type: "text/plain", bytes: "hello" }]);
  const tabs = ["", "/tasks", "/records", "/files", `/files/${fileId}`, "/members"];
  for (const path of ["/rooms", "/rooms/search?q=Line", ...tabs.map((tab) => scene.path + tab)])
    await expectMirrored(page, path);
  // The navigation is at the side where lines begin.
  const [navigation, main] = [page.locator("aside").first(), page.getByRole("main")];
  expect((await navigation.boundingBox())?.x).toBeGreaterThan((await main.boundingBox())?.x ?? 1280);
});

test("a message begins below the name of its author, whatever its own direction is", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1 });
  const say = (body: string) => scene.query("UPDATE messages SET body = $2 WHERE room_id = $1", [scene.roomId, body]);
  await signIn(page, scene.ann, scene.path);
  for (const body of ["Good morning", "بوكر طوف", `${"long".repeat(200)} word`]) {
    await say(body);
    await page.reload();
    for (const [dir, width] of [
      ["ltr", 1280],
      ["ltr", 320],
      ["rtl", 1280],
      ["rtl", 320],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((given) => {
        document.documentElement.dir = given;
      }, dir);
      const item = page.locator("li[id^=msg_]");
      const text = await item.getByText(body).boundingBox();
      const author = await item.getByText("Ann Archer").boundingBox();
      const begin = (box: typeof text) => (dir === "ltr" ? (box?.x ?? 0) : (box?.x ?? 0) + (box?.width ?? 0));
      expect([body, dir, width, Math.abs(begin(text) - begin(author)) < 1]).toEqual([body, dir, width, true]);
      expect([body, dir, width, await measureOverflow(page)]).toEqual([body, dir, width, 0]);
      // No wider than its text: the other end is where a short text ends.
      if (body.length < 20) expect(text?.width).toBeLessThan(200);
    }
  }
});

test("settings are mirrored whole", async ({ page, demo }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await signIn(page, person);
  const area = `area=${demo.organizations.acme.id}`;
  for (const path of ["", "/api-keys", "/api-keys/new", `/requests?${area}`, `/usage?${area}`, "/audit-log"])
    await expectMirrored(page, `/settings/developer${path}`);
});

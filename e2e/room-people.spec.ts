import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene, type RoomScene } from "./support/scenes/room-scene";
import { openDemoWorld } from "./support/scenes/world";

const row = (page: Page) => page.locator("#content").getByRole("link", { name: /Workshop/ });
const NAMES = ["Cora Lind", ...Array.from({ length: 11 }, (_, n) => `Person ${n}`), "مريم", "<b>Zoë</b>"];

/** Sixteen people: those of the scene, and those named above. */
async function enterPeople({ roomId }: RoomScene, demo: Parameters<typeof makePerson>[0]): Promise<void> {
  const world = openDemoWorld(demo);
  for (const name of NAMES) {
    const person = await makePerson(demo, { name, roleAtAcme: 20 });
    await world.enter(roomId, person.id, 20);
  }
}

test("a room of the list shows some of its people and the number of the others", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ben, "/rooms");
  await expect(row(page)).toHaveAccessibleName(/With Ann Archer/);
  await expect(row(page)).not.toContainText("more");
  await enterPeople(scene, demo);
  await page.reload();
  await expect(row(page)).toHaveAccessibleName(/With Ann Archer, Cora Lind, Person 0, and 12 more/);
  await expect(row(page).getByText("+12", { exact: true })).toBeVisible();
  // Nothing is told of a room in which someone is alone.
  await scene.query("DELETE FROM room_members WHERE room_id = $1 AND user_id <> $2", [scene.roomId, scene.ben.id]);
  await page.reload();
  await expect(row(page)).not.toContainText("With");
});

test("faces fit at 320 px in every language, light and dark", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 3 });
  await enterPeople(scene, demo);
  await signIn(page, scene.ben, "/rooms");
  const others = { en: /, and 12 more/, ja: /ほか 12 人/ };
  for (const [locale, text] of Object.entries(others)) {
    await scene.query("UPDATE users SET locale = $2 WHERE id = $1", [scene.ben.id, locale]);
    await page.reload();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(row(page)).toHaveAccessibleName(text);
        await expect(row(page).getByText("+12", { exact: true })).toBeInViewport({ ratio: 1 });
        // The last words have more of the line than the faces, and the time has its place beside the name.
        const words = await row(page)
          .getByText(/Line 3/)
          .boundingBox();
        expect([locale, width, (words?.width ?? 0) > 60]).toEqual([locale, width, true]);
        await expect(row(page).locator("time:visible")).toHaveCount(1);
        expect([locale, width, await measureOverflow(page)]).toEqual([locale, width, 0]);
        const scope = colorScheme === "dark" ? "contrast" : locale === "ja" ? "texts" : "all rules";
        expect([locale, colorScheme, width, await findViolations(page, scope)]).toEqual([
          locale,
          colorScheme,
          width,
          [],
        ]);
      }
    }
  }
});

import { expect } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { daysBefore, idAt } from "../prisma/seed/moment";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson, type Person } from "./support/scenes/people";
import { openDemoWorld } from "./support/scenes/world";

const ROOMS = 130;
const nameOf = (n: number) => `Room ${String(n).padStart(3, "0")}`;

/** A person with very many rooms of their own; a message a day, the newest in the first room. */
async function makeCollector(demo: Manifest): Promise<{ person: Person; roomIds: string[] }> {
  const world = openDemoWorld(demo);
  const { query } = world;
  const person = await makePerson(demo);
  const [own] = await query<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [person.id]);
  const roomIds: string[] = [];
  for (let n = 1; n <= ROOMS; n += 1) {
    const { id } = await world.room({ billingEntityId: own?.id ?? "", name: nameOf(n) });
    await world.enter(id, person.id, 40);
    roomIds.push(id);
  }
  const times = roomIds.map((_, n) => daysBefore(new Date(), n + 1, 0));
  await query(
    `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
     SELECT m.id, m.room, $1, 'Hello', m.at, m.at FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS m(id, room, at)`,
    [person.id, times.map((at) => idAt("msg", at)), roomIds, times],
  );
  return { person, roomIds };
}

test("of very many rooms the busy ones are shown, and all others are one step away", async ({ page, demo }) => {
  const { person, roomIds } = await makeCollector(demo);
  await signIn(page, person, "/rooms");
  const nav = page.getByRole("navigation", { name: "Rooms" });
  const list = page.getByRole("main");
  await expect(nav.getByRole("link", { name: /^Room \d/ })).toHaveCount(50);
  await expect(nav.getByRole("link", { name: nameOf(50) })).toBeVisible();
  await expect(nav.getByRole("link", { name: "80 more rooms" })).toHaveAttribute("href", "/rooms");
  await expect(list.getByRole("link", { name: /^Room \d/ })).toHaveCount(100);
  await expect(list.getByText("130 rooms", { exact: true })).toBeVisible();
  await expectAccessible(page, "en");

  await list.getByRole("link", { name: "Show all 130 rooms" }).click();
  await expect(list.getByRole("link", { name: /^Room \d/ })).toHaveCount(ROOMS);
  // The room that is open is in the navigation, however quiet it is.
  await list.getByRole("link", { name: nameOf(ROOMS) }).click();
  await expect(page).toHaveURL(`/rooms/${roomIds.at(-1)}`);
  await expect(nav.getByRole("link", { name: nameOf(ROOMS) })).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: /^Room \d/ })).toHaveCount(50);
  await nav.getByRole("link", { name: "80 more rooms" }).click();
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("Room 12");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name: /^Room \d/ })).toHaveCount(10);
});

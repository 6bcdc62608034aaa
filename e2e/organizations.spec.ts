import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson, type Person } from "./support/scenes/people";
import { openAs } from "./support/scenes/room-scene";
import { runSql } from "./support/scenes/run-sql";
import { openDemoWorld } from "./support/scenes/world";

const ORGANIZATIONS = "/settings/organizations";

interface Scene {
  organizationId: string;
  path: string;
  owner: Person;
  member: Person;
  names: { organization: string; owner: string; member: string };
}

function worldOf(demo: Manifest) {
  return openDemoWorld(demo);
}

/** An organization of this test alone, with an owner and a member. */
async function makeScene(demo: Manifest, { seats = 4 } = {}): Promise<Scene> {
  const world = worldOf(demo);
  const tag = randomUUID().slice(0, 8);
  const names = { organization: "", owner: `Olive ${tag}`, member: `Milo ${tag}` };
  const [organization, owner, member] = await Promise.all([
    world.organization({ seats }),
    makePerson(demo, { name: names.owner }),
    makePerson(demo, { name: names.member }),
  ]);
  await world.join(organization.id, owner.id, 40);
  await world.join(organization.id, member.id, 20);
  names.organization = `Organization ${organization.id}`;
  return { organizationId: organization.id, path: `${ORGANIZATIONS}/${organization.id}`, owner, member, names };
}

async function makeRoom(demo: Manifest, { organizationId }: Scene, people: Record<string, number>): Promise<string> {
  const [row] = await runSql<{ entity: string }>(
    demo.databaseUrl,
    "SELECT billing_entity_id AS entity FROM organizations WHERE id = $1",
    [organizationId],
  );
  const world = worldOf(demo);
  const room = await world.room({ organizationId, billingEntityId: row?.entity ?? "", name: "Harbour" });
  for (const [userId, role] of Object.entries(people)) await world.enter(room.id, userId, role);
  return `/rooms/${room.id}/members`;
}

test("a person creates an organization and invites another, who joins and enters a room", async ({
  page,
  demo,
  browser,
}) => {
  const problems = watchProblems(page);
  const name = `Initech ${randomUUID().slice(0, 8)}`;
  const [founder, friend] = await Promise.all([makePerson(demo), makePerson(demo, { name: "Robin Friend" })]);
  await signIn(page, founder, ORGANIZATIONS);
  await page.getByRole("link", { name: "New organization" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("The only seat is in use.")).toBeVisible();

  await page.getByRole("link", { name: "Change seats" }).click();
  await page.getByRole("spinbutton", { name: "Seats" }).fill("6");
  const table = page.getByRole("table", { name: "Effect of this number" });
  await expect(table.getByRole("row", { name: /API units per month/ })).toContainText("20,000120,000");
  await expect(table.getByRole("row", { name: /Requests per minute/ })).toContainText("300360");
  await page.getByRole("button", { name: "Save seats" }).click();
  await expect(page.getByText("1 of 6 seats in use")).toBeVisible();

  for (const email of [friend.email, `nobody-${randomUUID()}@example.test`]) {
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByRole("list", { name: "Open invitations" })).toContainText(email);
    await expect(page.getByText("Invitation sent.")).toBeVisible();
    // The mailbox of development has it.
    await expect(page.getByText(/no email is sent/i)).toHaveCount(0);
  }
  await expect(page.getByText("Robin Friend")).toHaveCount(0);

  const other = await openAs(browser, friend, ORGANIZATIONS);
  await expect(other.getByText(`Join ${name}. Role: Member`)).toBeVisible();
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByText("You are now a member of this organization.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Invite", exact: true })).toHaveCount(0);

  await page.reload();
  await page.getByRole("link", { name: "New room" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Launch pad");
  await page.getByRole("checkbox", { name: /Robin Friend/ }).check();
  await page.getByRole("button", { name: "Create room" }).click();
  await expect(page.getByRole("heading", { name: "Launch pad", level: 1 })).toBeVisible();
  await other.goto("/rooms");
  await expect(other.getByRole("main").getByRole("link", { name: "Launch pad" })).toBeVisible();
  const rows = await runSql(
    demo.databaseUrl,
    `SELECT e.type FROM events e JOIN rooms r ON r.id = e.room_id JOIN organizations o ON o.id = r.organization_id
     WHERE o.name = $1`,
    [name],
  );
  expect(rows).toEqual([]);
  expect(problems).toEqual([]);
  await other.context().close();
});

test("adds a person by keyboard alone; others in the room see it at once and keep their input", async ({
  page,
  demo,
  browser,
}) => {
  const scene = await makeScene(demo);
  const watcher = await makePerson(demo, { name: "Wren Watcher" });
  await worldOf(demo).join(scene.organizationId, watcher.id, 20);
  const path = await makeRoom(demo, scene, { [scene.owner.id]: 40, [watcher.id]: 30 });
  const other = await openAs(browser, watcher, path);
  await other.getByRole("textbox", { name: "Room name" }).fill("Half a na");
  await expect(other.getByRole("list", { name: "People in this room" })).not.toContainText(scene.names.member);

  await signIn(page, scene.owner, path);
  await tabTo(page, "combobox", "Person");
  await page.keyboard.type(scene.member.email);
  await page.keyboard.press("Escape");
  await tabTo(page, "combobox", "Role");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "button", "Add to the room");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${scene.names.member} is now in this room. Role: Manager.`)).toBeVisible();

  const list = other.getByRole("list", { name: "People in this room" });
  await expect(list.getByRole("listitem").filter({ hasText: scene.names.member })).toContainText("Manager");
  await expect(other.getByRole("textbox", { name: "Room name" })).toHaveValue("Half a na");
  await other.context().close();
});

test("refuses an address outside the organization, with and without an account", async ({ page, demo }) => {
  const scene = await makeScene(demo);
  const path = await makeRoom(demo, scene, { [scene.owner.id]: 40 });
  await signIn(page, scene.owner, path);
  for (const email of [demo.users.outsider.email, "nobody@example.test"]) {
    await page.getByRole("combobox", { name: "Person" }).fill(email);
    await page.getByRole("button", { name: "Add to the room" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The person was not added" });
    await expect(alert).toContainText("No one with this address can be added.");
    await expect(page.getByRole("combobox", { name: "Person" })).toHaveValue(email);
  }
});

test("a removed member loses the open room", async ({ page, demo, browser }) => {
  const scene = await makeScene(demo);
  const path = await makeRoom(demo, scene, { [scene.owner.id]: 40, [scene.member.id]: 20 });
  const other = await openAs(browser, scene.member, path);
  await expect(other.getByRole("combobox", { name: "Person" })).toHaveCount(0);
  expect((await other.goto(`${path}/${scene.owner.id}`))?.status()).toBe(404);
  await other.goto(path);
  await signIn(page, scene.owner, path);
  await page.getByRole("main").getByRole("link", { name: scene.names.owner }).click();
  await expect(page.getByText("The only owner cannot be changed or removed.")).toBeVisible();
  await page.getByRole("link", { name: "All members" }).click();
  await page.getByRole("main").getByRole("link", { name: scene.names.member }).click();
  await page.getByRole("button", { name: "Remove from the room" }).click();
  await expect(page).toHaveURL(new RegExp(scene.member.id));
  await page.getByRole("checkbox", { name: /^Yes, / }).check();
  await page.getByRole("button", { name: "Remove from the room" }).click();
  await expect(page.getByText("The person was removed.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Room not found" })).toBeVisible();
  await other.context().close();
});

test("a removed person loses the organization's rooms, and the choice about their keys applies", async ({
  page,
  demo,
  browser,
}) => {
  const scene = await makeScene(demo);
  await makeRoom(demo, scene, { [scene.owner.id]: 20, [scene.member.id]: 40 });
  const world = worldOf(demo);
  const [row] = await runSql<{ entity: string }>(
    demo.databaseUrl,
    "SELECT billing_entity_id AS entity FROM organizations WHERE id = $1",
    [scene.organizationId],
  );
  const key = await world.apiKey({ organizationId: scene.organizationId, billingEntityId: row?.entity ?? "" });
  await runSql(demo.databaseUrl, "UPDATE api_keys SET created_by_id = $2 WHERE id = $1", [key.id, scene.member.id]);
  const callRooms = () => page.request.get("/v1/rooms", { headers: { "x-api-key": key.key } });

  const other = await openAs(browser, scene.member, "/rooms");
  await expect(other.getByRole("main").getByRole("link", { name: "Harbour" })).toBeVisible();
  await signIn(page, scene.owner, scene.path);
  await page.getByRole("main").getByRole("link", { name: scene.names.member }).click();
  await expect(page.getByText("One has no other owner.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Revoke 1 API key of the organization" })).toBeChecked();
  await page.getByRole("button", { name: "Remove from the organization" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The person was not removed" });
  await expect(alert).toBeFocused();
  await alert.getByRole("link", { name: "The name does not match." }).click();
  await expect(page.getByRole("textbox", { name: /to confirm/ })).toBeFocused();
  expect((await callRooms()).status()).toBe(200);
  await page.getByRole("textbox", { name: /to confirm/ }).fill(scene.names.member);
  await page.getByRole("button", { name: "Remove from the organization" }).click();
  await expect(page.getByText("The person was removed.")).toBeVisible();
  expect((await callRooms()).status()).toBe(401);
  await other.reload();
  await expect(other.getByText("You are in no room yet")).toBeVisible();
  expect((await other.goto(scene.path))?.status()).toBe(404);
  await page.goto("/rooms");
  await page.getByRole("main").getByRole("link", { name: "Harbour" }).click();
  await page.getByRole("navigation", { name: "Parts of this room" }).getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: scene.names.owner })).toContainText("Owner");
  await other.context().close();
});

test("guests see neither the members nor the pages of other people", async ({ page, demo }) => {
  const scene = await makeScene(demo);
  const guest = await makePerson(demo);
  await worldOf(demo).join(scene.organizationId, guest.id, 10);
  await signIn(page, guest, scene.path);
  await expect(page.getByText("You are a guest")).toBeVisible();
  expect(await page.content()).not.toContain(scene.names.owner);
  for (const step of ["seats", "edit"]) {
    await page.goto(`${scene.path}?step=${step}`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect((await page.goto(`${scene.path}/members/${scene.owner.id}`))?.status()).toBe(404);
  expect((await page.goto(`/rooms/new?in=${scene.organizationId}`))?.status()).toBe(404);
  expect((await page.goto(`${ORGANIZATIONS}/${demo.organizations.globex.id}`))?.status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("creates a room, adds, promotes and removes a person, and leaves the organization, in Japanese", async ({
    page,
    demo,
  }) => {
    const scene = await makeScene(demo);
    await runSql(demo.databaseUrl, "UPDATE users SET locale = 'ja' WHERE id = $1", [scene.owner.id]);
    await signIn(page, scene.owner, "/rooms");
    await page.getByRole("link", { name: "ルームを作成" }).click();
    await page.getByRole("link", { name: scene.names.organization }).click();
    await page.getByRole("button", { name: "ルームを作成" }).click();
    await expect(page.getByText("名前を入力してください。").first()).toBeVisible();
    await page.getByRole("textbox", { name: "名前" }).fill("港");
    await page.getByRole("button", { name: "ルームを作成" }).click();
    await expect(page.getByRole("heading", { name: "港", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "メンバー" }).click();
    await page.getByRole("combobox", { name: "追加する人" }).fill(scene.member.email);
    await page.getByRole("button", { name: "ルームに追加" }).click();
    await expect(page.getByText(`${scene.names.member} さんをこのルームに追加しました。`)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: scene.names.member }).click();
    await page.getByRole("radio", { name: "オーナー" }).check();
    await page.getByRole("button", { name: "ロールを保存" }).click();
    await expect(page.getByText("ロールをオーナーに変更しました。")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: scene.names.member }).click();
    await page.getByRole("checkbox", { name: /^はい/ }).check();
    await page.getByRole("button", { name: "ルームから削除" }).click();
    await expect(page.getByText("メンバーを削除しました。")).toBeVisible();

    await page.goto(`${scene.path}/members/${scene.member.id}`);
    await page.getByRole("radio", { name: "オーナー" }).check();
    await page.getByRole("button", { name: "ロールを保存" }).click();
    await page.getByRole("link", { name: "退出する" }).click();
    await page.getByRole("textbox", { name: /確認のため/ }).fill(scene.names.organization);
    await page.getByRole("button", { name: "退出する" }).click();
    await expect(page.getByText("組織から退出しました。")).toBeVisible();
  });
});

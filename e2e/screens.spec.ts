import { expect } from "@playwright/test";
import { SCOPES } from "../lib/access/scopes";
import type { Manifest } from "../prisma/seed/manifest";
import { expectAccessible, measureOverflow } from "./support/accessibility";
import { test } from "./support/browser";
import { watchProblems } from "./support/browser-problems";
import { listConnectorScreens, listRunScreens } from "./support/connector-rows";
import { makeGrant } from "./support/grants";
import { authorizeQuery, makePkce } from "./support/oauth-flow";
import { listExcess, weighPage } from "./support/page-weight";
import { openPalette } from "./support/palette";
import { makePerson, type Person } from "./support/people";
import { listRecordScreens } from "./support/record-rows";
import { makeRoomScene } from "./support/room-scene";
import { signIn } from "./support/sign-in";
import { listTaskScreens } from "./support/task-rows";
import { findOwnTenant, makeHolds, makeSuspendedTenant } from "./support/tenants";
import { listAdministrationScreens } from "./support/troubled-rows";
import { listWebhookScreens } from "./support/webhook-rows";

const DEVELOPER = "/settings/developer";
const KEYS = `${DEVELOPER}/api-keys`;
const GRANTS = `${DEVELOPER}/authorized-apps`;
const APPS = "/settings/admin/oauth-apps";
const TENANTS = "/settings/admin/tenants";
const HOLDS = "/settings/admin/legal-holds";

const WIDE = { width: 1280, height: 900 };

type Language = "en" | "ja";
/** The screens of one person; a new screen joins one of the walks. */
type Walk = (demo: Manifest, locale: Language) => Promise<{ person: Person | null; paths: readonly string[] }>;

/** A write with an API key, which every room refuses; returns the id of the request. */
async function callRefused(demo: Manifest): Promise<string> {
  const url = `${demo.baseUrl}/v1/rooms/${demo.rooms.general.id}/messages`;
  const headers = { authorization: `Bearer ${demo.apiKeys.org.key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ body: "Hello" }) });
  return response.headers.get("x-request-id") ?? "";
}

const WALKS: Record<string, Walk> = {
  "public screens": () =>
    Promise.resolve({
      person: null,
      paths: [
        "/",
        "/status",
        "/login",
        "/sign-up",
        "/sign-up/confirm?token=x",
        "/password/forgot",
        "/password/reset?token=x",
        "/unsubscribe?link=x",
        "/dev/mailbox",
        "/nowhere",
        "/oauth/consent?request=x",
      ],
    }),
  docs: () =>
    Promise.resolve({
      person: null,
      paths: [
        "/docs",
        "/docs/errors",
        "/docs/errors/rate_limit_exceeded",
        "/docs/errors/oauth",
        "/docs/event-catalog",
        "/docs/changelog",
        "/docs/operating",
        "/docs/search?q=webhook",
        "/docs/no",
        "/docs/quickstart",
        "/docs/reference",
        "/docs/reference/updateTask",
      ],
    }),
  async "settings, keys and consent"(demo, locale) {
    const key = `${KEYS}/${demo.apiKeys.org.id}`;
    const area = `area=${demo.organizations.acme.id}`;
    const requestId = await callRefused(demo);
    const paths = [
      "",
      "/connectors",
      "/agent-runs",
      "/connect-agent",
      "/connect-agent?client=cursor",
      "/connect-agent/ask?client=https%3A%2F%2Fclient.example%2Fclient.json",
      `/requests?${area}`,
      `/requests?${area}&open=${requestId}`,
      `/requests/${requestId}?again=1`,
      `/usage?${area}`,
      `/usage?${area}&since=24h`,
      "/audit-log",
      "/audit-log/streams",
      "/audit-log/streams/new",
    ];
    return {
      person: await makePerson(demo, { locale, roleAtAcme: 30 }),
      paths: [
        ...paths.map((path) => `${DEVELOPER}${path}`),
        "/settings/account",
        "/settings/notifications",
        "/settings/notifications/preferences",
        "/cli/approve?code=BCDF-GHJK",
        "/cli/approve?outcome=denied",
        KEYS,
        `${KEYS}/new`,
        key,
        `${key}/revoke`,
        `${key}/rotate`,
        `${key}/addresses`,
        `${KEYS}?q=zzz`,
        `/oauth/authorize?${authorizeQuery(demo.oauthApps.agent, makePkce().challenge, { scope: SCOPES.join(" ") })}`,
      ],
    };
  },
  async "authorized apps and OAuth apps"(demo, locale) {
    const person = await makePerson(demo, { locale, isAdmin: true });
    const live = `${GRANTS}/${(await makeGrant(demo, { userId: person.id, actorType: "AGENT" })).grantId}`;
    const ended = `${GRANTS}/${(await makeGrant(demo, { userId: person.id, reason: "refresh_reuse" })).grantId}`;
    const app = `${APPS}/${demo.oauthApps.confidential.clientId}`;
    const [entity, free] = [await makeSuspendedTenant(demo, person.id), await findOwnTenant(demo, person.id)];
    const tenants = [
      TENANTS,
      `${TENANTS}?q=zzz`,
      `${TENANTS}/${entity}`,
      `${TENANTS}/${free}`,
      `${TENANTS}/${free}/suspend`,
    ];
    const holds = [HOLDS, `${HOLDS}/${await makeHolds(demo, person.id)}/lift`];
    const paths = [
      ...tenants,
      ...holds,
      GRANTS,
      live,
      `${live}/revoke`,
      ended,
      APPS,
      `${APPS}/new`,
      `${APPS}/clients`,
      app,
    ];
    return { person, paths: [...paths, `${app}/edit`, `${app}/rotate`, `${app}/deactivate`] };
  },
  administration: (demo, locale) => listAdministrationScreens(demo, locale),
  async "rooms, messages and files"(demo, locale) {
    const { ann, path, roomId, query } = await makeRoomScene(demo, { locale, messages: 3 });
    const [last] = await query<{ id: string }>("SELECT max(id) AS id FROM messages WHERE room_id = $1", [roomId]);
    const messageId = last?.id ?? "";
    return {
      person: ann,
      paths: [
        "/rooms",
        "/rooms?q=zzz",
        "/rooms/new-message",
        "/rooms/search",
        "/rooms/search?q=Line",
        `/rooms/search?q=zzz&room=${roomId}`,
        `${path}?message=${messageId}&edit=${messageId}`,
        `${path}?message=${messageId}&delete=${messageId}`,
        path,
        `${path}/files`,
        `${path}/files?kind=image`,
        "/rooms/no",
        `${path}/tasks/no`,
        `${path}/records/no`,
        `${path}/no`,
        "/settings/no",
      ],
    };
  },
  async webhooks(demo, locale) {
    const { manager, paths } = await listWebhookScreens(demo, locale);
    return { person: manager, paths: [`${DEVELOPER}/webhooks`, `${DEVELOPER}/event-catalog`, ...paths] };
  },
  async "records of a room"(demo, locale) {
    const { manager, paths } = await listRecordScreens(demo, locale);
    return { person: manager, paths };
  },
  "tasks of a room": (demo, locale) => listTaskScreens(demo, locale),
  async "organizations and members"(demo, locale) {
    const { ann, ben, path, query } = await makeRoomScene(demo, { locale });
    await query("UPDATE organization_memberships SET role = 40 WHERE user_id = $1", [ann.id]);
    const organization = `/settings/organizations/${demo.organizations.acme.id}`;
    const room = `${path}/members`;
    return {
      person: ann,
      paths: [
        "/settings/organizations",
        "/settings/organizations/new",
        organization,
        `${organization}?q=zzz&done=invited`,
        ...["/edit", "/seats", "/leave", `/members/${demo.users.owner.id}`].map((rest) => `${organization}${rest}`),
        "/rooms/new",
        "/rooms/new?in=own",
        `/rooms/new?in=${demo.organizations.acme.id}`,
        room,
        `${room}/${ben.id}`,
        `${room}/${ann.id}`,
      ],
    };
  },
  async connectors(demo, locale) {
    const { manager, paths } = await listConnectorScreens(demo, locale);
    return { person: manager, paths };
  },
  async "agent runs"(demo, locale) {
    const { manager, paths } = await listRunScreens(demo, locale);
    return { person: manager, paths };
  },
};

for (const [name, walk] of Object.entries(WALKS)) {
  for (const language of ["en", "ja"] as const) {
    test.describe(`${name}, ${language}`, () => {
      test.use({ locale: language === "ja" ? "ja-JP" : "en-US", viewport: WIDE });

      test("every screen is accessible, light, fits 320 px and causes no problem in the browser", async ({
        page,
        demo,
      }) => {
        const problems = watchProblems(page);
        const { person, paths } = await walk(demo, language);
        if (person) await signIn(page, person);
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        const frames = new Set<string | undefined>();
        const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
        for (const path of paths) {
          const frame = path.split(/[/?]/)[1];
          await page.goto(path);
          await expect(page.locator("html")).toHaveAttribute("lang", language);
          await expectAccessible(page, language, frames.has(frame));
          frames.add(frame);
          await page.setViewportSize({ width: 320, height: 640 });
          expect([path, await measureOverflow(page)]).toEqual([path, 0]);
          if (language === "en") expect(listExcess(path, await weighPage(demo.baseUrl, path, cookie))).toEqual([]);
          await page.setViewportSize(WIDE);
        }
        expect(problems).toEqual([]);
      });
    });
  }
}

test("a long name stays inside the sidebar", async ({ page, demo }) => {
  const person = await makePerson(demo, { name: "x".repeat(100) });
  await signIn(page, person);
  await page.setViewportSize({ width: 1100, height: 700 });
  const sidebar = page.getByRole("complementary").first();
  const [frame, corner] = [
    await sidebar.boundingBox(),
    await sidebar.getByRole("link", { name: person.email }).boundingBox(),
  ];
  expect((corner?.x ?? 0) + (corner?.width ?? Number.NaN)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
});

test("the menu of a phone opens a page and closes", async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, demo.users.member);
  await page.getByLabel("Menu").click();
  const link = page.getByRole("link", { name: "Usage" });
  await link.click();
  await expect(page.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
  await expect(link).toBeHidden();
});

test("the palette opens sections, ? lists the shortcuts, and single keys can be switched off", async ({
  page,
  demo,
}) => {
  await signIn(page, demo.users.member);
  await openPalette(page);
  await page.keyboard.type("usa");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings/developer/usage");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await expect(shortcuts).toBeHidden();
  await expect(page).toHaveURL("/settings/developer/usage");
});

test("the server renders the chosen theme, and the choice persists", async ({ page, demo }) => {
  await signIn(page, demo.users.member);
  await page.getByRole("button", { name: "Dark" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/login")).text();
  expect(html).toContain('data-theme="dark"');
  await page.getByRole("button", { name: "Same as the system" }).first().click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the first Tab offers to skip to the content", async ({ page, demo }) => {
  await signIn(page, demo.users.member);
  await page.goto("/settings/developer/usage");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the profile is saved, its name checked, and the change announced", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), "/settings/account");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill(" ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a name.").first()).toBeVisible();
  await name.fill("Toni II");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved").first()).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Toni II");
});

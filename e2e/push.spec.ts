import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { beginSession, signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { openDemoWorld } from "./support/scenes/world";
import { makeBrowser } from "./support/servers/push-service";

const PREFERENCES = "/settings/notifications/preferences";

/**
 * A push service cannot be on loopback, and a browser without a window denies notifications: the answers of subscribing and
 * of the permission are replaced, and they alone. The endpoint's name is one that no resolver asks anyone about.
 */
async function replaceAnswers(page: Page, endpoint = `https://push..example/${crypto.randomUUID()}`) {
  const { keys } = makeBrowser("/").subscription;
  await page.addInitScript(
    (subscription) => {
      let permission = "default";
      Object.defineProperty(Notification, "permission", { get: () => permission });
      Notification.requestPermission = () => {
        permission = "granted";
        return Promise.resolve("granted");
      };
      PushManager.prototype.subscribe = () =>
        Promise.resolve(Object.assign(Object.create(null), { toJSON: () => subscription }));
    },
    { endpoint, keys },
  );
}

const turnOn = (page: Page) => page.getByRole("button", { name: "Turn on for this device" });
const devices = (page: Page) =>
  page.getByRole("list", { name: "Devices with push notifications" }).getByRole("listitem");
const countRows = async (databaseUrl: string, userId: string) =>
  (
    await openDemoWorld({ databaseUrl }).query(
      "SELECT FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.user_id = $1",
      [userId],
    )
  ).length;

test("a device is turned on by keyboard, shows what is pushed, and is turned off", async ({ page, context, demo }) => {
  const problems = watchProblems(page);
  await replaceAnswers(page);
  const person = await makePerson(demo);
  await signIn(page, person, PREFERENCES);
  await expect(devices(page)).toHaveCount(0);
  await tabTo(page, "button", "Turn on for this device");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Push notifications are on for this device.")).toBeVisible();
  await expect(devices(page)).toContainText(["This device"]);
  await expect(turnOn(page)).toHaveCount(0);
  expect(await countRows(demo.databaseUrl, person.id)).toBe(1);

  const push = { title: "Ada mentioned you", body: "In General.", path: `${PREFERENCES}?saved=1`, page: PREFERENCES };
  const [worker] = context.serviceWorkers();
  const shown = await worker?.evaluate(async (text) => {
    const scope = globalThis as unknown as WorkerScope;
    const notifications: unknown[] = [];
    scope.registration.showNotification = (title, options) => {
      notifications.push({ title, ...options, close: () => notifications.pop() });
      return Promise.resolve();
    };
    dispatchEvent(new scope.PushEvent("push", { data: text }));
    const given = JSON.stringify(notifications);
    const [notification] = notifications;
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined }));
    return { given: JSON.parse(given) as unknown, left: notifications.length };
  }, JSON.stringify(push));
  expect(shown).toMatchObject({
    given: [{ title: push.title, body: push.body, tag: PREFERENCES, icon: "/brand/icon-192.png" }],
    left: 0,
  });
  // The worker may focus no tab without a real click, but leads the one that shows the page.
  await expect(page).toHaveURL(push.path);

  await page.getByRole("button", { name: /^Turn off push notifications on / }).click();
  await expect(page.getByText("The device gets no more push notifications.")).toBeVisible();
  await expect(turnOn(page)).toBeVisible();
  expect(await countRows(demo.databaseUrl, person.id)).toBe(0);
  expect(problems).toEqual([]);
});

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  PushEvent: new (type: string, init: { data: string }) => Event;
}

test("an endpoint that leads inside is refused, and kinds are chosen for pushes", async ({ page, demo }) => {
  await replaceAnswers(page, "https://127.0.0.1/push");
  const person = await makePerson(demo);
  await signIn(page, person, PREFERENCES);
  await turnOn(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not" })).toContainText(
    "The push service of this browser was refused.",
  );
  expect(await countRows(demo.databaseUrl, person.id)).toBe(0);
  await page.getByRole("checkbox", { name: "You are mentioned, by push" }).uncheck();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Your preferences are saved.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "You are mentioned, by push" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "You are mentioned, by email" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "You are invited, by push" })).toBeChecked();
});

test("asks for nothing before the click, and says what stands in the way", async ({ page, demo }) => {
  await page.addInitScript(() => {
    if (location.search === "?old") Reflect.deleteProperty(window, "PushManager");
    Notification.requestPermission = () => {
      Object.defineProperty(Notification, "permission", { value: "denied" });
      return Promise.resolve("denied");
    };
    Object.defineProperty(Notification, "permission", { value: "default", configurable: true });
  });
  await signIn(page, await makePerson(demo), PREFERENCES);
  await turnOn(page).click();
  await expect(page.getByText("This browser blocks notifications from this site.")).toBeVisible();
  await expect(turnOn(page)).toHaveCount(0);
  await page.goto(`${PREFERENCES}?old`);
  await expect(page.getByText("This browser has no push notifications.")).toBeVisible();
  await expect(turnOn(page)).toHaveCount(0);
});

for (const language of ["en", "ja"] as const)
  test(`devices have no violations, ${language}, also at 320 px and in the dark`, async ({ page, demo }) => {
    await replaceAnswers(page);
    const person = await makePerson(demo, { locale: language });
    await beginSession(page, person.email);
    await page.goto(PREFERENCES);
    await page
      .getByRole("button", { name: { en: "Turn on for this device", ja: "このデバイスでオンにする" }[language] })
      .click();
    await expect(page.getByRole("status").filter({ hasText: /Push|プッシュ/ })).toBeVisible();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, language);
      expect(await measureOverflow(page)).toBe(0);
    }
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a device is turned off, and the screen says what turning one on needs", async ({ page, demo }) => {
    const person = await makePerson(demo);
    await beginSession(page, person.email);
    const { query } = openDemoWorld(demo);
    await query(
      "INSERT INTO push_subscriptions SELECT id, sha256(id::bytea), '', now() FROM sessions WHERE user_id = $1",
      [person.id],
    );
    await page.goto(PREFERENCES);
    await expect(page.getByText("Turning on a device needs JavaScript.")).toBeVisible();
    await expect(turnOn(page)).toBeHidden();
    await page.getByRole("button", { name: /^Turn off push notifications on / }).click();
    await expect(page.getByText("The device gets no more push notifications.")).toBeVisible();
    expect(await countRows(demo.databaseUrl, person.id)).toBe(0);
  });
});

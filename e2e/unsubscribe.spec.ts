import { expect } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { awaitNotificationMail } from "./support/browser/notification-mail";
import { tabTo } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { plantNotifications } from "./support/scenes/notification-rows";
import { makePerson } from "./support/scenes/people";

const PREFERENCES = "/settings/notifications/preferences";
const TEXTS = {
  en: {
    kind: "A webhook fails",
    ask: "Stop these emails?",
    submit: "Stop these emails",
    done: "These emails are stopped",
  },
  ja: {
    kind: "Webhook の失敗",
    ask: "これらのメールを停止しますか？",
    submit: "メールを停止",
    done: "メールを停止しました",
  },
};

for (const locale of ["en", "ja"] as const) {
  test(`the link of a mail ends such mails, by keyboard and without a session, ${locale}`, async ({ page, demo }) => {
    const texts = TEXTS[locale];
    const person = await makePerson(demo, { locale });
    await plantNotifications(demo, person, 1);
    const { unsubscribePath } = await awaitNotificationMail(demo, person);
    const checkLooks = async () => {
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page, locale);
        expect(await measureOverflow(page)).toBe(0);
      }
    };
    await page.goto(unsubscribePath);
    await expect(page.getByRole("heading", { name: texts.ask })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: texts.kind })).toBeVisible();
    await checkLooks();
    await tabTo(page, "button", texts.submit);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: texts.done })).toBeVisible();
    await checkLooks();

    await signIn(page, person, PREFERENCES);
    const boxes = page.getByRole("row").filter({ hasText: texts.kind }).getByRole("checkbox");
    const [inbox, mail, push] = [boxes.nth(0), boxes.nth(1), boxes.nth(2)];
    await expect(mail).not.toBeChecked();
    for (const box of [inbox, push]) await expect(box).toBeChecked();
  });
}

test("the mailbox shows a mail of notifications as a mail program does, in both colour schemes", async ({
  page,
  demo,
}) => {
  const person = await makePerson(demo);
  await plantNotifications(demo, person, 4);
  await awaitNotificationMail(demo, person);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(person.email)}`);
  await page.getByRole("link", { name: "HTML", exact: true }).click();
  await expect(page.getByRole("heading", { name: "4 notifications" })).toBeVisible();
  const mark = page.getByRole("img").or(page.locator("img"));
  expect(await mark.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(192);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [colorScheme, color] of [
    ["light", "rgb(247, 247, 248)"],
    ["dark", "rgb(11, 12, 14)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await ground()).toBe(color);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await measureOverflow(page)).toBe(0);
    }
  }
});

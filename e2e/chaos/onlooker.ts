import { type Browser, chromium, type Page } from "@playwright/test";
import { hashPassword } from "../../lib/accounts/sign-in/password";
import { findBrowser } from "../support/browser/find-browser";
import { openSession } from "../support/browser/oauth-flow";
import type { TestDatabase } from "../support/scenes/database";
import { createReceivingRoom } from "../support/scenes/receiving-room";
import { createWorld } from "../support/scenes/world";
import type { Person } from "./traffic";

/** Someone whose browser shows a room and the deliveries of its webhook all the time, and who touches nothing. */
export interface Onlooker {
  /** Opens both screens, before the fault. */
  arrive(baseUrl: string): Promise<void>;
  /** The one who writes in that room. */
  readonly writer: Person;
  /** How the screens lack this message and its delivery. Empty: both show it. */
  listMissing(body: string, deliveries: number): Promise<string[]>;
  /** Rows of the list of deliveries. */
  countDeliveries(): Promise<number>;
  leave(): Promise<void>;
}

const PASSWORD = "a passphrase for an onlooker";
const OWNER = 40;
const PATIENCE_MS = 60_000;

export async function inviteOnlooker(database: TestDatabase, receiverUrl: string): Promise<Onlooker> {
  const writer = await createReceivingRoom(database, receiverUrl);
  const world = createWorld(database);
  const { id, email } = await world.user();
  await database.query("UPDATE users SET password_hash = $2 WHERE id = $1", [id, await hashPassword(PASSWORD)]);
  const [owned] = await database.query<{ organizationId: string; webhookId: string }>(
    `SELECT r.organization_id AS "organizationId", w.id AS "webhookId"
     FROM rooms r JOIN webhooks w ON w.room_id = r.id WHERE r.id = $1`,
    [writer.id],
  );
  await world.join(owned?.organizationId ?? "", id, OWNER);
  await world.enter(writer.id, id, 30);
  const paths = [`/rooms/${writer.id}`, `/settings/developer/webhooks/${owned?.webhookId}/deliveries`];
  let browser: Browser | undefined;
  let pages: Page[] = [];
  const rows = (page: Page | undefined) => page?.locator("a[data-row]").count() ?? 0;

  return {
    writer,
    async arrive(baseUrl) {
      browser ??= await chromium.launch(await findBrowser());
      const context = await browser.newContext({ baseURL: baseUrl });
      const cookie = await openSession(baseUrl, { email, password: PASSWORD });
      const cookies = cookie.split("; ").map((pair) => {
        const end = pair.indexOf("=");
        return { name: pair.slice(0, end), value: pair.slice(end + 1), url: baseUrl };
      });
      await context.addCookies(cookies);
      await pages[0]?.context().close();
      pages = [];
      for (const path of paths) {
        const page = await context.newPage();
        await page.goto(path, { waitUntil: "load", timeout: PATIENCE_MS });
        pages.push(page);
      }
    },
    async listMissing(body, deliveries) {
      const [room, list] = pages;
      const missing: string[] = [];
      if (!room || (await room.getByText(body, { exact: true }).count()) === 0)
        missing.push(`the room does not show it, but ${await tellPage(room)}`);
      const shown = await rows(list);
      if (shown < deliveries)
        missing.push(`the list shows ${shown} of ${deliveries} deliveries: ${await tellPage(list)}`);
      return missing;
    },
    countDeliveries: async () => rows(pages[1]),
    async leave() {
      await browser?.close();
    },
  };
}

async function tellPage(page: Page | undefined): Promise<string> {
  if (!page) return "nothing";
  const text = await page
    .locator("main")
    .textContent({ timeout: 5_000 })
    .catch(() => "a page without a text");
  return `${page.url()}: ${(text ?? "").slice(0, 200).replaceAll(/\s+/g, " ")}`;
}

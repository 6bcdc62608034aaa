import { expect, type Page } from "@playwright/test";
import { unwrap } from "../../../packages/sdk/src/webhooks";
import { serveBodies } from "../servers/loopback";
import { readMailLink } from "./mailbox";

/** A receiver with the code that the docs show: it takes only deliveries whose signature verifies. */
export interface VerifyingReceiver {
  readonly url: string;
  /** Types of the verified events. */
  readonly verified: string[];
  setSecret(secret: string): void;
  close(): void;
}

export async function startVerifyingReceiver(): Promise<VerifyingReceiver> {
  const verified: string[] = [];
  let secret = "";
  const { url, close } = await serveBodies(async (body, { headers }, response) => {
    const isGenuine = await unwrap(body, headers, secret).then(
      () => true,
      () => false,
    );
    if (isGenuine) verified.push(String(headers["svc-webhook-type"]));
    response.writeHead(isGenuine ? 204 : 401).end();
  });
  return {
    url: `${url}/hooks`,
    verified,
    setSecret(value) {
      secret = value;
    },
    close: () => void close(),
  };
}

export interface Newcomer {
  email: string;
  name: string;
  password: string;
  receiver: VerifyingReceiver;
}

/** One step of the way, with the things that the person types or pastes in it. */
export interface WalkStep {
  name: string;
  typed: readonly string[];
  pasted: number;
  clicks: number;
  /** Pages that the person reads. */
  pages: number;
  run: (page: Page) => Promise<void>;
}

export function planFirstVisit({ email, name, password, receiver }: Newcomer): WalkStep[] {
  const press = (page: Page, button: string) => page.getByRole("button", { name: button, exact: true }).click();
  const follow = (page: Page, link: string) => page.getByRole("link", { name: link, exact: true }).first().click();
  const fill = (page: Page, field: string, value: string) =>
    page.getByRole("textbox", { name: field, exact: true }).fill(value);
  const [keyName, roomName, webhookName] = ["My first key", "Launch", "My receiver"];
  let key = "";
  return [
    step("Home page", { pages: 1 }, async (page) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }),
    step("Ask for an account", { typed: [email], clicks: 2, pages: 1 }, async (page) => {
      await follow(page, "Sign up");
      await page.locator("#email").fill(email);
      await press(page, "Send the link");
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    }),
    step("Open the mail", { clicks: 2, pages: 1 }, async (page) => {
      await page.goto(await readMailLink(page, email, "Confirm your email"));
      await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
    }),
    step("Create the account", { typed: [name, password], clicks: 2, pages: 2 }, async (page) => {
      await fill(page, "Name", name);
      await page.locator("#password").fill(password);
      await press(page, "Create the account");
      await expect(page.getByRole("heading", { level: 1, name: "Rooms" })).toBeVisible();
      await follow(page, "Developer settings");
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    }),
    step("Create an API key", { typed: [keyName], clicks: 4, pages: 2 }, async (page) => {
      await follow(page, "Create API key");
      await fill(page, "Name", keyName);
      await press(page, "Create key");
      const dialog = page.getByRole("dialog");
      key = (await dialog.getByLabel("API key", { exact: true }).textContent()) ?? "";
      await dialog.getByRole("button", { name: "Copy API key" }).click();
      await dialog.getByRole("button", { name: "Done" }).click();
    }),
    step("Make the first call", { pasted: 2, clicks: 1, pages: 1 }, async (page) => {
      const answer = await page.request.get("/v1/rooms", { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status()).toBe(200);
      await follow(page, "Overview");
      await expect(
        page.getByRole("listitem").filter({ hasText: "Make the first call" }).getByLabel("Done"),
      ).toBeVisible();
    }),
    step("Create a room for the webhook", { typed: [roomName], clicks: 3, pages: 2 }, async (page) => {
      await follow(page, "Create webhook");
      await follow(page, "Create room");
      await fill(page, "Name", roomName);
      await press(page, "Create room");
      await expect(page.getByRole("textbox", { name: "Endpoint URL" })).toBeVisible();
    }),
    step("Create the webhook", { typed: [webhookName], pasted: 2, clicks: 4, pages: 2 }, async (page) => {
      await fill(page, "Name", webhookName);
      await fill(page, "Endpoint URL", receiver.url);
      await page.getByRole("checkbox", { name: /^message\.created/ }).check();
      await press(page, "Create webhook");
      const dialog = page.getByRole("dialog");
      receiver.setSecret((await dialog.getByLabel("Signing secret", { exact: true }).textContent()) ?? "");
      await dialog.getByRole("button", { name: "Copy Signing secret" }).click();
      await dialog.getByRole("button", { name: "Done" }).click();
    }),
    step("Receive a verified event", { clicks: 1, pages: 1 }, async (page) => {
      await press(page, "Send sample");
      await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
      expect(receiver.verified).toEqual(["message.created"]);
    }),
  ];
}

function step(
  name: string,
  { typed = [], pasted = 0, clicks = 0, pages = 0 }: Partial<Omit<WalkStep, "name" | "run">>,
  run: WalkStep["run"],
): WalkStep {
  return { name, typed, pasted, clicks, pages, run };
}

import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test as base } from "./support/browser";
import { watchProblems } from "./support/browser-problems";
import { type Desk, makeDesk, plantConnector } from "./support/connector-rows";
import { type Gateway, startGateway } from "./support/gateway";
import { makePerson } from "./support/people";
import { runSql } from "./support/run-sql";
import { signIn } from "./support/sign-in";
import { tabTo } from "./support/tab-to";

const PATH = "/settings/developer/connectors";
const RUNS = "/settings/developer/agent-runs";

const test = base.extend<{ gateway: Gateway; desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
  gateway: async ({}, use) => {
    const gateway = await startGateway();
    await use(gateway);
    await gateway.close();
  },
  desk: async ({ demo }, use) => {
    await use(await makeDesk(demo));
  },
});

interface Filled {
  url: string;
  token?: string;
  profile?: "Read only" | "Writes tasks" | "Writes tasks and messages";
  rooms?: readonly string[];
}

async function fillForm(page: Page, name: string, { url, token = "wrong", profile, rooms = ["Desk"] }: Filled) {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Gateway URL" }).fill(url);
  await page.getByRole("textbox", { name: "Gateway token" }).fill(token);
  await page.getByRole("textbox", { name: "ID or name" }).fill("main");
  for (const room of rooms) await page.getByRole("checkbox", { name: new RegExp(`^${room}`) }).check();
  await page.getByRole("radio", { name: new RegExp(`^${profile ?? "Writes tasks and messages"} `) }).check();
}

/** Through the form, for the one room `Desk`. */
async function createConnector(page: Page, name: string, filled: Filled): Promise<string> {
  await page.goto(`${PATH}/new`);
  await fillForm(page, name, filled);
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);
  return /(conn_[a-z0-9]+)\/test/.exec(page.url())?.[1] ?? "";
}

/** The summary of a form that was refused. */
const refusal = (page: Page) => page.locator('[role="alert"][tabindex]');
const step = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("create, test, replace the token, try it and delete by keyboard alone", async ({ page, desk, gateway }) => {
  test.slow();
  const problems = watchProblems(page);
  const name = `Keyboard ${randomUUID().slice(0, 8)}`;
  await signIn(page, desk.manager, PATH);
  await expect(page.getByText("No connector yet")).toBeVisible();

  await tabTo(page, "link", "Create connector");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /^Name$/);
  await page.keyboard.type(name);
  await tabTo(page, "textbox", "Gateway URL");
  await page.keyboard.type(`${gateway.url}/honest`);
  await expect(page.getByText("This URL is in a private network.")).toBeAttached();
  await tabTo(page, "textbox", "Gateway token");
  await page.keyboard.type("not-the-token");
  await tabTo(page, "textbox", "ID or name");
  await page.keyboard.type("main");
  await tabTo(page, "checkbox", /^Desk/);
  await page.keyboard.press("Space");
  await tabTo(page, "radio", /^Read only/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");

  await expect(page.getByText("The connector is created.")).toBeVisible();
  expect(await page.content()).not.toContain("not-the-token");
  await tabTo(page, "button", "Test connection");
  await page.keyboard.press("Enter");
  await expect(step(page, "Authentication").getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(step(page, "Authentication")).toContainText("The gateway refused the token");
  await expect(step(page, "Connection").getByRole("img", { name: "Passed" })).toBeVisible();
  await expect(step(page, "Model present").getByRole("img", { name: "Skipped" })).toBeVisible();

  await tabTo(page, "link", /^Token$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Gateway token");
  await page.keyboard.type(gateway.token);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The token is replaced.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Gateway token" })).toHaveValue("");
  expect(await page.content()).not.toContain(gateway.token);
  await tabTo(page, "link", /^Test$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Test again");
  await page.keyboard.press("Enter");
  await expect(step(page, "Model present").getByRole("img", { name: "Passed" })).toBeVisible();
  await expect(page.getByText("Succeeded")).toBeVisible();

  await tabTo(page, "link", "Try it");
  await page.keyboard.press("Enter");
  await tabTo(page, "radio", /^Summarize record/);
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "combobox", "Record");
  await page.keyboard.type("Weekly");
  await tabTo(page, "button", "Run action");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Would add 2 tasks" })).toBeVisible();
  await expect(page.getByText("Call the printer").first()).toBeVisible();
  await expect(page.getByText("Nothing was written.", { exact: true })).toBeVisible();
  await expect(page.getByText("20 of 20")).toBeVisible();
  await tabTo(page, "button", "Create task: Call the printer");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Call the printer" })).toHaveAttribute("href", /\/tasks\/task_/);
  await expect(page.getByRole("button", { name: /^Create task/ })).toHaveCount(1);

  await tabTo(page, "link", name);
  await page.keyboard.press("Enter");
  await tabTo(page, "link", /^Settings$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Delete connector");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The name does not match.").first()).toBeVisible();
  await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The connector and its token are deleted.")).toBeVisible();
  await page.goto(RUNS);
  await expect(page.getByRole("row")).toHaveCount(4);
  expect(problems).toEqual([]);
});

test("a public address and the public mode are accepted for that address alone", async ({ page, desk }) => {
  await signIn(page, desk.manager, `${PATH}/new`);
  // Checked, and never called: it is an address that needs no name server.
  await fillForm(page, "Public", { url: "http://8.8.8.8" });
  const [isPublic, isProxied] = [
    page.getByRole("checkbox", { name: /accept a public URL/ }),
    page.getByRole("checkbox", { name: /accept the public mode/ }),
  ];
  await expect(isPublic).toBeVisible();
  await expect(page.getByText("It also uses plain http")).toBeVisible();
  await expect(isProxied).toHaveCount(0);
  await page.getByRole("radio", { name: /^Public, through a proxy/ }).check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(refusal(page)).toContainText("Read the warning about the public URL");
  await expect(refusal(page)).toContainText("Read the warning about the public mode");
  await isPublic.check();
  await isProxied.check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expect(isPublic).toHaveCount(0);
  await page.getByRole("textbox", { name: "Gateway URL" }).fill("https://8.8.4.4");
  await expect(isPublic).toBeVisible();
  await expect(isProxied).toBeVisible();
  await page.getByRole("textbox", { name: "Gateway URL" }).fill("http://127.0.0.1:9");
  await expect(page.getByText("this mode only reaches public addresses").first()).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(refusal(page)).toContainText("this mode only reaches public addresses");
  await page.getByRole("radio", { name: /^Private network/ }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The connector is saved.")).toBeVisible();
  await expect(page.getByText("Public URL accepted")).toHaveCount(0);
});

test("rooms are searched, and one that organizations share is for reading alone", async ({ page, desk, gateway }) => {
  await signIn(page, desk.manager, `${PATH}/new`);
  await fillForm(page, "Shared", { url: `${gateway.url}/honest`, rooms: [] });
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("partn");
  await expect(page.getByRole("checkbox", { name: /^Desk/ })).toBeHidden();
  await page.getByRole("checkbox", { name: /^With partners/ }).check();
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("");
  await expect(page.getByText("1 chosen")).toBeVisible();
  await expect(page.getByText("Agents can only read there").first()).toBeVisible();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(refusal(page)).toContainText("Agents can only read there");
  await page.getByRole("radio", { name: /^Read only/ }).check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);
  await page.getByRole("link", { name: "Try it" }).click();
  await expect(page.getByRole("radio", { name: /^Reply to room/ })).toBeDisabled();
});

test("a run is followed while it goes on, found by its filters, and cancelled", async ({
  page,
  desk,
  gateway,
  demo,
}) => {
  await signIn(page, desk.manager);
  const id = await createConnector(page, "Slow", { url: `${gateway.url}/hold`, token: gateway.token });
  await page.goto(`${PATH}/${id}/try`);
  await page.getByRole("radio", { name: /^Reply to room/ }).check();
  await page.getByRole("textbox", { name: "Instruction" }).fill("Say hello");
  await page.getByRole("button", { name: "Run action" }).click();
  await expect(step(page, "Ask the agent").getByRole("img", { name: "In progress" })).toBeVisible();
  const runPath = new URL(page.url()).pathname;

  await page.goto(RUNS);
  await page.getByRole("combobox", { name: "Status" }).selectOption("running");
  await expect(page).toHaveURL(/state=running/);
  await page.getByRole("combobox", { name: "Room" }).selectOption({ label: "Desk" });
  await expect(page).toHaveURL(/room=room_/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Cancel: Reply to room" }).click();
  await page.goto(runPath);
  await expect(page.getByText("The run was cancelled.").first()).toBeVisible();
  await expect(page.getByText("0 of 20")).toBeVisible();
  await expect.poll(() => gateway.left.count).toBe(1);
  const written = await runSql(demo.databaseUrl, "SELECT 1 FROM messages WHERE room_id = $1", [desk.rooms.desk]);
  expect(written).toEqual([]);

  await page.goto(`${PATH}/${id}/try?action=reply-to-room`);
  await page.getByRole("textbox", { name: "Instruction" }).fill("Say hello");
  await page.getByRole("button", { name: "Run action" }).click();
  await expect(step(page, "Ask the agent").getByRole("img", { name: "In progress" })).toBeVisible();
  // The call that was left is held before this one.
  await expect.poll(() => gateway.open.now).toBe(1);
  gateway.release(2);
  await expect(page.getByRole("heading", { name: "Posted reply" })).toBeVisible();
  await expect(page.getByText("A short summary.").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Prompt", exact: true })).toContainText("Say hello");
  await expect(page.getByRole("link", { name: /^msg_/ })).toHaveAttribute(
    "href",
    new RegExp(`^/rooms/${desk.rooms.desk}`),
  );
});

test("disabling ends what is under way, and nothing begins after", async ({ page, desk, gateway }) => {
  await signIn(page, desk.manager);
  const id = await createConnector(page, "Off", { url: `${gateway.url}/hold`, token: gateway.token });
  await page.goto(`${PATH}/${id}/try?record=${desk.records.notes}`);
  await page.getByRole("button", { name: "Run action" }).click();
  await expect(step(page, "Ask the agent").getByRole("img", { name: "In progress" })).toBeVisible();
  const runPath = new URL(page.url()).pathname;
  await page.goto(`${PATH}/${id}/edit`);
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This connector is disabled.")).toBeVisible();
  await page.goto(runPath);
  await expect(page.getByText("The run was cancelled.").first()).toBeVisible();
  await page.goto(`${PATH}/${id}/try?record=${desk.records.notes}`);
  await page.getByRole("button", { name: "Run action" }).click();
  await expect(refusal(page)).toContainText("The connector is disabled. Enable it first.");
  await page.goto(`${PATH}/${id}`);
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("The connector is enabled.")).toBeVisible();
});

test("what comes of a transcript leaves once its reader has allowed it", async ({ page, desk, gateway }) => {
  await signIn(page, desk.manager);
  const id = await createConnector(page, "Reader", { url: `${gateway.url}/honest`, token: gateway.token });
  const tryTranscript = async () => {
    await page.goto(`${PATH}/${id}/try?record=${desk.records.transcript}`);
    await page.getByRole("button", { name: "Run action" }).click();
  };
  await tryTranscript();
  await expect(refusal(page)).toContainText("comes from a meeting transcript");
  expect(gateway.calls).toEqual([]);
  await page.getByRole("link", { name: "your account" }).click();
  await page.getByRole("checkbox", { name: /meeting transcripts/ }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved").first()).toBeVisible();
  await tryTranscript();
  await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Sent data" })).toContainText(desk.records.transcript);
});

test("for those who do not manage it, a connector does not exist", async ({ page, desk, demo }) => {
  const id = await plantConnector(demo, desk, { name: "Hidden from others" });
  await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), PATH);
  await expect(page.getByText("Hidden from others")).toHaveCount(0);
  for (const rest of ["", "/test", "/try", "/token", "/edit", "/delete"]) {
    const answer = await page.goto(`${PATH}/${id}${rest}`);
    expect([rest, answer?.status()]).toEqual([rest, 404]);
  }
});

test("in Japanese, the form says what is missing", async ({ page, demo }) => {
  const { manager } = await makeDesk(demo, { locale: "ja" });
  await signIn(page, manager, `${PATH}/new`);
  await page.getByRole("button", { name: "コネクターを作成" }).click();
  const summary = refusal(page);
  await expect(summary).toContainText("5 件の項目を確認してください");
  await expect(summary).toContainText("ゲートウェイのトークンを入力してください。");
  await summary.getByRole("link", { name: "ルームを 1 つ以上選んでください。" }).click();
  await expect(page.locator("#allowedRoomIds")).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a connector can be created, tested, tried, rotated and deleted", async ({ page, desk, gateway }) => {
    await signIn(page, desk.manager, `${PATH}/new`);
    await fillForm(page, "Plain", { url: "https://8.8.8.8" });
    await page.getByRole("button", { name: "Create connector" }).click();
    await expect(page.getByRole("checkbox", { name: /accept a public URL/ })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Gateway token" })).toHaveValue("");
    await page.getByRole("textbox", { name: "Gateway URL" }).fill(`${gateway.url}/honest`);
    await page.getByRole("textbox", { name: "Gateway token" }).fill(gateway.token);
    await page.getByRole("button", { name: "Create connector" }).click();

    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(async () => {
      await page.reload();
      await expect(step(page, "Model present").getByRole("img", { name: "Passed" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByRole("combobox", { name: "Record" }).selectOption({ label: "Weekly meeting – Desk" });
    await page.getByRole("radio", { name: /^Generate tasks/ }).check();
    await page.getByRole("checkbox", { name: /^Dry run/ }).uncheck();
    await page.getByRole("button", { name: "Run action" }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { name: "2 tasks" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole("link", { name: "Call the printer" })).toHaveAttribute("href", /\/tasks\/task_/);

    await page.getByRole("link", { name: "Plain" }).click();
    await page.getByRole("link", { name: "Replace" }).click();
    await page.getByRole("button", { name: "Replace token" }).click();
    await expect(page.getByText("Enter the gateway’s token.").first()).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("This connector is disabled.")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Delete connector" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill("Plain");
    await page.getByRole("button", { name: "Delete connector" }).click();
    await expect(page.getByText("The connector and its token are deleted.")).toBeVisible();
  });
});

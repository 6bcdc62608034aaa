import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { fillForm, PATH, refusal, step, test } from "./support/browser/connector-pages";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeDesk, plantConnector } from "./support/scenes/connector-rows";
import { makePerson } from "./support/scenes/people";

const RUNS = "/settings/developer/agent-runs";

test("create, test, replace the token, try it and delete by keyboard alone", async ({ page, desk, gateway }) => {
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

  await expect(page.getByText("Connector created.")).toBeVisible();
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
  await expect(page.getByText("Token replaced.")).toBeVisible();
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
  await tabTo(page, "link", /^Settings$/, page.getByRole("main"));
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Delete connector");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The name does not match.").first()).toBeVisible();
  await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Connector and token deleted.")).toBeVisible();
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

  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expect(isPublic).toHaveCount(0);
  await page.getByRole("textbox", { name: "Gateway URL" }).fill("https://8.8.4.4");
  await expect(isPublic).toBeVisible();
  await expect(isProxied).toBeVisible();
  await page.getByRole("textbox", { name: "Gateway URL" }).fill("http://127.0.0.1:9");
  await expect(page.getByText("This mode only reaches public addresses").first()).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(refusal(page)).toContainText("This mode only reaches public addresses");
  await page.getByRole("radio", { name: /^Private network/ }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The connector is saved.")).toBeVisible();
  await expect(page.getByText("Public URL accepted")).toHaveCount(0);
});

test("finds rooms by search, and offers a shared room for reading only", async ({ page, desk, gateway }) => {
  await signIn(page, desk.manager, `${PATH}/new`);
  await fillForm(page, "Shared", { url: `${gateway.url}/honest`, rooms: [] });
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("partn");
  await expect(page.getByRole("checkbox", { name: /^Desk/ })).toBeHidden();
  await page.getByRole("checkbox", { name: /^With partners/ }).check();
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("");
  await expect(page.getByText("1 chosen")).toBeVisible();
  await expect(page.getByText("where agents only read").first()).toBeVisible();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(refusal(page)).toContainText("where agents only read");
  await page.getByRole("radio", { name: /^Read only/ }).check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);
  await page.getByRole("link", { name: "Try it" }).click();
  await expect(page.getByRole("radio", { name: /^Reply to room/ })).toBeDisabled();
});

test("a connector does not exist for people who do not manage it", async ({ page, desk, demo }) => {
  const id = await plantConnector(demo, desk, { name: "Hidden from others" });
  await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), PATH);
  await expect(page.getByText("Hidden from others")).toHaveCount(0);
  for (const rest of ["", "/test", "/try", "/token", "/edit", "/edit?step=delete"]) {
    const answer = await page.goto(`${PATH}/${id}${rest}`);
    expect([rest, answer?.status()]).toEqual([rest, 404]);
  }
});

test("the form names missing fields in Japanese", async ({ page, demo }) => {
  const { manager } = await makeDesk(demo, { locale: "ja" });
  await signIn(page, manager, `${PATH}/new`);
  await page.getByRole("button", { name: "コネクターを作成" }).click();
  const summary = refusal(page);
  await expect(summary).toContainText("5 件の問題があります");
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
    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("This connector is disabled.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Delete connector" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill("Plain");
    await page.getByRole("button", { name: "Delete connector" }).click();
    await expect(page.getByText("Connector and token deleted.")).toBeVisible();
  });
});

test("the form says when its check of the gateway's URL fails, and asks no longer", async ({ page, desk }) => {
  await signIn(page, desk.manager, `${PATH}/new`);
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("textbox", { name: "Gateway URL" }).fill("https://gateway.example.com");
  await expect(page.getByText("Not checked yet.")).toBeVisible();
  await expect(page.locator("form .animate-spin")).toHaveCount(0);
});

import { expect, type Page } from "@playwright/test";
import { fillForm, PATH, refusal, step, test } from "./support/browser/connector-pages";
import { signIn } from "./support/browser/sign-in";
import { runSql } from "./support/scenes/run-sql";

async function createConnector(page: Page, name: string, filled: Parameters<typeof fillForm>[2]): Promise<string> {
  await page.goto(`${PATH}/new`);
  await fillForm(page, name, filled);
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);
  return /(conn_[a-z0-9]+)\/test/.exec(page.url())?.[1] ?? "";
}

const RUNS = "/settings/developer/agent-runs";

test("follows a run while it is under way, finds it by filters and cancels it", async ({
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
  await page.getByRole("link", { name: /^Reply to room/ }).click();
  const pane = page.getByRole("region", { name: "The selected run" });
  await expect(pane.getByText("Ask the agent")).toBeVisible();
  await pane.getByRole("button", { name: "Cancel run: Reply to room" }).click();
  await expect(pane.getByText("The run was cancelled.").first()).toBeVisible();
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
  // The gateway still holds the cancelled call before this one.
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

test("disabling a connector ends its runs, and no new one begins", async ({ page, desk, gateway }) => {
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

test("sends a transcript's content only after its reader has allowed it", async ({ page, desk, gateway }) => {
  await signIn(page, desk.manager);
  const id = await createConnector(page, "Reader", { url: `${gateway.url}/honest`, token: gateway.token });
  const tryTranscript = async () => {
    await page.goto(`${PATH}/${id}/try?record=${desk.records.transcript}`);
    await page.getByRole("button", { name: "Run action" }).click();
  };
  await tryTranscript();
  await expect(refusal(page)).toContainText("is from a meeting transcript");
  expect(gateway.calls).toEqual([]);
  await page.getByRole("link", { name: "your account" }).click();
  await page.getByRole("checkbox", { name: /meeting transcripts/ }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved").first()).toBeVisible();
  await tryTranscript();
  await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Sent data" })).toContainText(desk.records.transcript);
});

import { expect } from "@playwright/test";
import { KNOWN_CLIENTS } from "../lib/oauth/client-documents/known-clients";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { openDemoWorld } from "./support/scenes/world";
import { startPublisher, writeDocument } from "./support/servers/publisher";
import { readCertificate } from "./support/servers/test-certificate";
import { openTools } from "./support/servers/tool-client";

const CLIENTS = "/settings/admin/oauth-apps/clients";
const CONNECT = "/settings/developer/connect-agent?client=vs-code";

test("an administrator reads and approves a document by keyboard, and sees its change", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const publisher = await startPublisher(readCertificate(process.env["SVC_TEST_TLS"] ?? ""));
  const url = `https://127.0.0.1:${publisher.port}/robot.json`;
  publisher.publish("/robot.json", writeDocument(url));
  await signIn(page, await makePerson(demo, { isAdmin: true }), CLIENTS);
  await tabTo(page, "textbox", "Document URL");
  await page.keyboard.type("http://127.0.0.1/robot.json");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "begins with https://" })).toBeVisible();
  await page.getByRole("textbox", { name: "Document URL" }).fill(url);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Robot", level: 1 })).toBeVisible();
  await expect(page.getByText("http://127.0.0.1/callback", { exact: true })).toBeVisible();
  await expectAccessible(page, "en");
  await tabTo(page, "button", "Approve");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“Robot” is approved.")).toBeVisible();
  await expect(page.getByText("http://127.0.0.1:8123/callback")).toBeVisible();

  publisher.publish("/robot.json", writeDocument(url, { client_name: "Your bank" }));
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(page.getByText("The document has changed since it was approved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your bank", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Approve the change" }).click();
  await expect(page.getByText("“Your bank” is approved.")).toBeVisible();
  expect(problems).toEqual([]);
  await publisher.stop();
});

test("a person asks for a client, and the page turns green at its first tool call", async ({ page, demo }) => {
  const world = openDemoWorld(demo);
  const { query } = world;
  const url = KNOWN_CLIENTS["vs-code"].url;
  await query("DELETE FROM oauth_client_documents WHERE url = $1", [url]);
  const person = await makePerson(demo, { roleAtAcme: 20 });
  await signIn(page, person, CONNECT);
  const setup = page.getByRole("region", { name: "Set up a client" });
  await expect(setup.getByText("Not approved yet")).toBeVisible();
  await expect(setup.getByRole("link", { name: "Add to VS Code" })).toHaveAttribute(
    "href",
    /^vscode:mcp\/install\?%7B/,
  );
  await expectAccessible(page, "en");
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await setup.getByRole("button", { name: "Ask an administrator" }).click();
  await expect(setup.getByText("You asked an administrator")).toBeVisible();
  await expect(setup.getByText("Waiting for the approval…")).toBeVisible();

  await query("DELETE FROM oauth_apps WHERE client_id = $1", [url]);
  const app = await world.oauthApp({ actorType: "AGENT" });
  await query("UPDATE oauth_apps SET client_id = $2 WHERE id = $1", [app.id, url]);
  await query("UPDATE oauth_client_documents SET app_id = $2 WHERE url = $1", [url, app.id]);
  await expect(setup.getByText("Waiting for the first tool call…")).toBeVisible();
  const [area] = await query<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [person.id]);
  const billingEntityId = area?.id ?? "";
  const { token } = await world.accessToken({
    userId: person.id,
    billingEntityId,
    appId: app.id,
    audience: demo.mcpUrl,
  });
  await using tools = await openTools(demo.baseUrl, token);
  await tools.client.callTool({ name: "get_me", arguments: {} });
  await expect(setup.getByText("It works: get_me was called").first()).toBeVisible();
});

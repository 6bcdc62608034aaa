import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene } from "./support/scenes/room-scene";
import { makeManager, plantWebhook } from "./support/scenes/webhook-rows";

const SETTINGS = "/settings/developer";

test.use({ javaScriptEnabled: false });

test("a control that only a script works is not shown", async ({ page, demo }) => {
  const { roomId, ...manager } = await makeManager(demo);
  const webhookId = await plantWebhook(demo, roomId, { name: "Plain" });
  const { ann, path } = await makeRoomScene(demo, { messages: 1 });
  const keys = await makePerson(demo, { roleAtAcme: 30 });
  for (const [person, paths] of [
    [null, ["/docs/quickstart", "/docs/reference/createTask", "/docs/event-catalog"]],
    [keys, [`${SETTINGS}/api-keys?area=${demo.organizations.acme.id}`, `${SETTINGS}/api-keys/${demo.apiKeys.org.id}`]],
    [manager, [`${SETTINGS}/webhooks/${webhookId}`, `${SETTINGS}/webhooks/new`, `${SETTINGS}/webhooks/verify`]],
    [ann, [path, `${path}/tasks`, `${path}/files`]],
  ] as const) {
    if (person) await signIn(page, person, paths[0]);
    for (const shown of paths) {
      await page.goto(shown);
      await expect(page.locator('button[type="button"]:visible'), shown).toHaveCount(0);
      // The fields of the reference and of the verification are read by scripts alone.
      await expect(page.locator(":is(input, textarea, select):not([name]):visible"), shown).toHaveCount(0);
    }
  }
});

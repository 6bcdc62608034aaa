import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOSTILE_TARGETS, REBINDING_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene, type WebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createGuardedClient, type GuardedClient } from "../../egress/send";
import { resolveHost } from "../../egress/target";
import { encrypt } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { secretPlace } from "../../platform/sealed-places";
import { shared } from "../../platform/shared";
import { registerWebhook } from "../settings/create";
import { openWebhook, openWebhookRoom } from "../settings/open-webhook";
import { sealHeaders } from "../settings/sealed-headers";
import { drainDeliveries } from "./dispatch";
import { openAttempt, redeliver } from "./redeliver";

// It is set before the environment is read.
process.env["SVC_ALLOWED_PRIVATE_TARGETS"] = "";
const database = useTestDatabase();
const dialled: string[] = [];
const asked = new Map<string, number>();
let client: GuardedClient;
let scene: WebhookScene;
const targets = [...HOSTILE_TARGETS, ...REBINDING_TARGETS];

beforeAll(async () => {
  client = createGuardedClient({
    dial: ({ address }) => {
      dialled.push(address);
      return Promise.reject(new Error("No connection in this test."));
    },
    resolve: (host, isTrusted) => {
      const target = targets.find(({ url, answers }) => answers && URL.canParse(url) && new URL(url).hostname === host);
      if (!target?.answers) return host.endsWith(".example") ? Promise.resolve([]) : resolveHost(host, isTrusted);
      const turn = asked.get(host) ?? 0;
      asked.set(host, turn + 1);
      return Promise.resolve(target.answers[Math.min(turn, target.answers.length - 1)] ?? []);
    },
  });
  shared("webhook-client", () => client);
  scene = await createWebhookScene(database);
});
afterAll(() => client.close());

async function plantWebhook(url: string): Promise<string> {
  const id = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, custom_headers, created_at, updated_at)
     VALUES ($1, $2, 'Hostile', $3, '{message.created}', '2026-06-09', $4, now(), now())`,
    [id, scene.roomId, url, sealHeaders(id, {})],
  );
  await database.query("INSERT INTO webhook_secrets VALUES ($1, 'CURRENT', $2, now())", [
    id,
    encrypt("whsec_x", secretPlace(id)),
  ]);
  return id;
}

test("no hostile target can be registered, and the reason names the URL", async () => {
  const room = await openWebhookRoom(scene.managerId, scene.roomId);
  const registered: string[] = [];
  for (const { url } of HOSTILE_TARGETS) {
    const input = { name: "Hostile", url, events: ["message.created"] };
    const refusal = await registerWebhook(room, input).catch((error: unknown) => error);
    const issues = refusal instanceof AppError ? (refusal.details?.["issues"] as { path: string }[]) : [];
    if (issues[0]?.path !== "url") registered.push(url);
  }
  expect([registered, dialled]).toEqual([[], []]);
});

test("neither an attempt nor a redelivery connects to a hostile target", async () => {
  const ids: string[] = [];
  for (const { url } of targets) ids.push(await plantWebhook(url));
  await scene.emit("message.created");
  await drainDeliveries();
  const rows = await database.query<{ id: string; webhookId: string; error: string }>(
    `SELECT id, webhook_id AS "webhookId", error FROM delivery_attempts WHERE webhook_id = ANY($1)`,
    [ids],
  );
  expect(rows).toHaveLength(targets.length);
  expect(rows.filter(({ error }) => error !== "target_refused" && error !== "dns_failed")).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const connected: unknown[] = [];
  for (const { id, webhookId } of rows) {
    const access = await openAttempt(await openWebhook(scene.managerId, webhookId), id);
    const again = await redeliver(access, { isPaid: true });
    if (again.error !== "target_refused" && again.error !== "dns_failed") connected.push(again);
  }
  vi.useRealTimers();
  expect([connected, dialled]).toEqual([[], []]);
});

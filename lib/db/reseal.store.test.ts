import { afterEach, expect, test } from "vitest";
import { sealFirstFormat } from "../../e2e/support/attacks/first-seal";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { decrypt, encrypt, sealPrefix } from "../platform/crypto";
import { newId } from "../platform/ids";
import { gatewayTokenPlace, headerPlace, pushSubscriptionPlace, secretPlace } from "../platform/sealed-places";
import { shared } from "../platform/shared";
import { resealStored } from "./reseal";

const database = useTestDatabase();
const world = createWorld(database);
const KEY = process.env["SVC_ENCRYPTION_KEY"] ?? "";

function useKeys(value: string): void {
  process.env["SVC_ENCRYPTION_KEY"] = value;
  const store = Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>;
  for (const name of ["env", "encryption-keys"]) store.delete(name);
  expect(shared("encryption-keys", () => null)).toBeNull();
  store.delete("encryption-keys");
}
afterEach(async () => {
  useKeys(KEY);
  await database.query("DELETE FROM webhooks");
  await database.query("DELETE FROM connectors");
});

async function plantWebhook(sealed: string, headers: Record<string, string> = {}): Promise<string> {
  const { id: userId, billingEntityId } = await world.user();
  const room = await world.room({ billingEntityId });
  const id = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, custom_headers, created_by_id, created_at, updated_at)
     VALUES ($1, $2, 'W', 'https://a.test/', '{message.created}', '2026-06-09', $3, $4, now(), now())`,
    [id, room.id, JSON.stringify(headers), userId],
  );
  await database.query("INSERT INTO webhook_secrets VALUES ($1, 'CURRENT', $2, now())", [id, sealed]);
  return id;
}

async function plantConnector(sealed: string): Promise<string> {
  const { id: userId, billingEntityId } = await world.user();
  const id = newId("conn");
  await database.query(
    `INSERT INTO connectors (id, name, user_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext,
       session_strategy, tool_profile, network_mode, created_by_id, created_at, updated_at)
     VALUES ($1, 'C', $2, $3, 'https://a.test', $4, 'ROOM', 'READ_ONLY', 'PRIVATE', $2, now(), now())`,
    [id, userId, billingEntityId, sealed],
  );
  return id;
}

async function readSealed(webhookId: string, connectorId: string) {
  const [row] = await database.query<{ secret: string; header: string; token: string }>(
    `SELECT (SELECT ciphertext FROM webhook_secrets WHERE webhook_id = $1) AS secret,
            (SELECT custom_headers ->> 'X-A' FROM webhooks WHERE id = $1) AS header,
            (SELECT gateway_token_ciphertext FROM connectors WHERE id = $2) AS token`,
    [webhookId, connectorId],
  );
  if (!row) throw new Error("no row");
  return row;
}

test("values of the first format are bound to their rows at the next start, once", async () => {
  const webhookId = await plantWebhook(sealFirstFormat("whsec_a"), { "X-A": sealFirstFormat("v") });
  const connectorId = await plantConnector(sealFirstFormat("token"));
  await plantConnector("");
  expect(await resealStored()).toBe(3);
  const { secret, header, token } = await readSealed(webhookId, connectorId);
  expect([secret, header, token].every((sealed) => sealed.startsWith(sealPrefix()))).toBe(true);
  expect([
    decrypt(secret, secretPlace(webhookId)),
    decrypt(header, headerPlace(webhookId, "X-A")),
    decrypt(token, gatewayTokenPlace(connectorId)),
    decrypt(secret, secretPlace(newId("wh"))),
  ]).toEqual(["whsec_a", "v", "token", null]);
  expect(await resealStored()).toBe(0);
});

test("values under an older key come under the present one, so that the older can be removed", async () => {
  const webhookId = await plantWebhook(encrypt("whsec_a", secretPlace("wh_other")));
  await database.query("UPDATE webhook_secrets SET ciphertext = $2 WHERE webhook_id = $1", [
    webhookId,
    encrypt("whsec_a", secretPlace(webhookId)),
  ]);
  const connectorId = await plantConnector("");
  const sessionId = await world.insert("sessions", { user_id: (await world.user()).id });
  await database.query("INSERT INTO push_subscriptions VALUES ($1, '\\x00', $2, now())", [
    sessionId,
    encrypt("{}", pushSubscriptionPlace(sessionId)),
  ]);
  const next = `new1:${Buffer.alloc(32, 7).toString("base64")}`;
  useKeys(`${next},${KEY}`);
  expect(await resealStored()).toBe(2);
  useKeys(next);
  expect(decrypt((await readSealed(webhookId, connectorId)).secret, secretPlace(webhookId))).toBe("whsec_a");
  const [push] = await database.query<{ ciphertext: string }>("DELETE FROM push_subscriptions RETURNING ciphertext");
  expect(decrypt(push?.ciphertext ?? "", pushSubscriptionPlace(sessionId))).toBe("{}");
});

test("leaves a value that cannot be opened, and reseals the others", async () => {
  const foreign = encrypt("token", gatewayTokenPlace(newId("conn"))).replace(/^v2\.[^.]+/, "v2.gone");
  const broken = [await plantConnector(foreign), await plantConnector("nonsense")];
  const good = await plantConnector(sealFirstFormat("token"));
  expect(await resealStored()).toBe(1);
  const rows = await database.query<{ id: string; sealed: string }>(
    "SELECT id, gateway_token_ciphertext AS sealed FROM connectors WHERE id = ANY($1) ORDER BY id",
    [broken],
  );
  expect(new Set(rows.map(({ sealed }) => sealed))).toEqual(new Set([foreign, "nonsense"]));
  const webhookId = await plantWebhook(encrypt("x", secretPlace("wh_1")), { "X-A": "x" });
  expect(decrypt((await readSealed(webhookId, good)).token, gatewayTokenPlace(good))).toBe("token");
});

test("more rows than one batch holds are all sealed", async () => {
  const id = await plantConnector(sealFirstFormat("token"));
  await database.query(
    `INSERT INTO connectors (id, name, user_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext,
       session_strategy, tool_profile, network_mode, created_by_id, created_at, updated_at)
     SELECT id || n, name, user_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext, session_strategy,
       tool_profile, network_mode, created_by_id, created_at, updated_at
     FROM connectors CROSS JOIN generate_series(1, 450) n WHERE id = $1`,
    [id],
  );
  expect((await Promise.all([resealStored(), resealStored()])).reduce((sum, count) => sum + count)).toBe(451);
});

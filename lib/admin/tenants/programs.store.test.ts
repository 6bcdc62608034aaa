import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askOperation, errorOf, outcome as outcomeOf } from "../../../e2e/support/scenes/ask-endpoint";
import { createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { type EndpointScene, useEndpointScenes } from "../../../e2e/support/scenes/endpoint-scene";
import { describeRefusal } from "../../../e2e/support/scenes/refusals";
import { approveFor, post, read, refreshForm } from "../../../e2e/support/scenes/token-scene";
import { request, send } from "../../../e2e/support/scenes/tool-scene";
import { watchStatements } from "../../../e2e/support/scenes/watched-database";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { readRun } from "../../agents/runs/queries";
import { startRun } from "../../agents/runs/start-run";
import { respondToTokenRequest } from "../../oauth/endpoints";
import { resumeTenant } from "./resume";
import { suspendTenant } from "./suspend";

const { database, world, createScene } = useEndpointScenes();
const MESSAGE = "請求書が未払いです。 “Write to us.”";
const REFUSED = [403, "forbidden"];
let admin: AdminAccess;
let scene: EndpointScene;
let other: EndpointScene;
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  [scene, other] = [await createScene(), await createScene()];
  const person = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
});

const suspend = (tenantId = scene.billingEntityId) =>
  suspendTenant(admin, tenantId, { reason: "payment", message: MESSAGE });
const keyOf = async ({ organizationId, billingEntityId }: EndpointScene) =>
  (await world.apiKey({ organizationId, billingEntityId })).key;
const agentOf = async ({ userId, billingEntityId }: EndpointScene) =>
  (await world.accessToken({ userId, billingEntityId, actorType: "AGENT" })).token;
const toolTokenOf = async ({ userId, billingEntityId }: EndpointScene) =>
  (await world.accessToken({ userId, billingEntityId, audience: "http://localhost:3000/mcp" })).token;

test("keys and tokens of people and agents are refused with the reason, and work again afterwards", async () => {
  const credentials = [await keyOf(scene), scene.token, await agentOf(scene)];
  const ask = (credential: string) => askOperation("listMessages", scene, credential);
  await suspend();
  for (const credential of credentials) {
    const answer = await ask(credential);
    expect(outcomeOf(answer)).toEqual(REFUSED);
    expect(JSON.parse(answer.body ?? "")).toMatchObject({
      error: {
        message: `This organization is suspended: ${MESSAGE}`,
        details: { reason: "organization_suspended", cause: "payment" },
      },
    });
  }
  expect(outcomeOf(await askOperation("createMessage", scene, scene.token))).toEqual(REFUSED);
  for (const credential of [await keyOf(other), other.token])
    expect(outcomeOf(await askOperation("listMessages", other, credential))[1]).toBe("ok");
  await resumeTenant(admin, scene.billingEntityId);
  for (const credential of credentials) expect(outcomeOf(await ask(credential))[1]).toBe("ok");
});

test("a person's own credentials in another tenant keep working", async () => {
  await world.join(other.organizationId, scene.userId, 20);
  await world.enter(other.params["roomId"] ?? "", scene.userId);
  const { token } = await world.accessToken({ userId: scene.userId, billingEntityId: other.billingEntityId });
  await suspend();
  expect(outcomeOf(await askOperation("listMessages", other, token))[1]).toBe("ok");
});

test("suspends the account in a personal area", async () => {
  const user = await world.user();
  const { token } = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId });
  await suspend(user.billingEntityId);
  const answer = await askOperation("listRooms", scene, token);
  expect(outcomeOf(answer)).toEqual(REFUSED);
  expect(JSON.parse(answer.body ?? "")).toMatchObject({
    error: { details: { reason: "account_suspended", cause: "payment" } },
  });
});

test("an unknown or revoked credential learns nothing of the suspension", async () => {
  const { organizationId, billingEntityId } = scene;
  const { key } = await world.apiKey({ organizationId, billingEntityId, revokedAt: new Date() });
  await suspend();
  expect(outcomeOf(await askOperation("listMessages", scene, key))).toEqual([401, "revoked_api_key"]);
});

test("runs four statements for an accepted request and two for a refused one", async () => {
  const key = await keyOf(scene);
  const named = async () => {
    const watched = watchStatements();
    try {
      await askOperation("listMessages", scene, key);
      return watched.list().map(({ name }) => name);
    } finally {
      watched.end();
    }
  };
  const read = ["find_api_keys", "find_rooms", "list_messages", "charge"];
  // A use that the row does not show yet is written by a statement of its own, once in 30 s.
  expect(await named()).toEqual([...read, "update_last_use"]);
  expect(await named()).toEqual(read);
  await suspend();
  expect(await named()).toEqual(["find_api_keys", "settle"]);
});

test("the tool endpoint refuses, protocol messages too", async () => {
  const [token, theirs] = [await toolTokenOf(scene), await toolTokenOf(other)];
  await suspend();
  for (const message of ["ping", "tools/list"]) {
    const answer = await send(request(message), { authorization: `Bearer ${token}` });
    expect([answer.status, errorOf(answer).code]).toEqual(REFUSED);
  }
  expect((await send(request("tools/list"), { authorization: `Bearer ${theirs}` })).status).toBe(200);
});

test("no tokens are issued, and neither code nor family is used up", async () => {
  const [app, user] = [await world.oauthApp(), await world.user()];
  const form = await approveFor(app, user);
  await suspend(user.billingEntityId);
  const refused = await post(respondToTokenRequest, form);
  expect(refused.status).toBe(400);
  const description = "The account is suspended (payment). The code works again once the suspension ends.";
  expect(read(refused)).toEqual({ error: "invalid_grant", error_description: description });
  expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  await resumeTenant(admin, user.billingEntityId);
  const tokens = read(await post(respondToTokenRequest, form));
  await suspend(user.billingEntityId);
  const refresh = refreshForm(app, tokens.refresh_token);
  for (let n = 0; n < 2; n += 1) expect((await post(respondToTokenRequest, refresh)).status).toBe(400);
  await resumeTenant(admin, user.billingEntityId);
  expect((await post(respondToTokenRequest, refresh)).status).toBe(200);
});

test("a new agent run is refused, and one that waited fails without reaching the gateway", async () => {
  const connected = await createConnectorScene(database, gateway);
  const connectorId = await connected.connector();
  const start = () => startRun(connected.managerId, connectorId, "summarize-record", { recordId: connected.recordId });
  const waiting = await start();
  await suspend(connected.billingEntityId);
  expect(await describeRefusal(start())).toMatchObject({ code: "forbidden", reason: "organization_suspended" });
  await connected.work(waiting.id);
  expect(await readRun(connected.managerId, waiting.id)).toMatchObject({
    state: "failed",
    reason: { code: "organization_suspended" },
  });
  expect(gateway.calls).toEqual([]);
  await resumeTenant(admin, connected.billingEntityId);
  expect((await start()).state).toBe("queued");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { openDemoGateway } from "../../../scripts/start/demo-gateway.mjs";
import { env } from "../../platform/env";

const database = useTestDatabase();
let scene: ConnectorScene;
let connectorId: string;
let close: () => Promise<void>;

beforeAll(async () => {
  scene = await createConnectorScene(database, { url: "http://127.0.0.1:18789", token: "any" });
  connectorId = await scene.connector({ baseUrl: "http://127.0.0.1:18789/demo" });
  ({ close } = await openDemoGateway({ connectorId, databaseUrl: env().DATABASE_URL }));
});
afterAll(() => close());

const LABEL = "Canned answer of the demo gateway: no model read this.";

test("every action succeeds, and each answer says that it is canned", async () => {
  const { recordId, roomId, managerId } = scene;
  const run = (action: Parameters<ConnectorScene["run"]>[2], body: unknown) =>
    scene.run(managerId, connectorId, action, body);
  expect(await run("test-connection", {})).toMatchObject({ state: "succeeded", result: { models: 1 } });
  const labelled = { text: expect.stringContaining(LABEL) };
  expect(await run("summarize-record", { recordId })).toMatchObject({ state: "succeeded", result: labelled });
  expect(await run("generate-tasks", { recordId })).toMatchObject({
    state: "succeeded",
    result: { proposals: [{ description: LABEL }, { description: LABEL }] },
  });
  expect(await run("reply-to-room", { roomId, instruction: "Say hello" })).toMatchObject({
    state: "succeeded",
    result: labelled,
  });
});

test("a record in Japanese is answered in Japanese", async () => {
  const recordId = await scene.record({ content: "印刷会社に電話する。" });
  const run = await scene.run(scene.memberId, connectorId, "summarize-record", { recordId });
  expect(run.result).toMatchObject({ text: expect.stringContaining("定型の回答") });
});

test("an address that a person entered is left alone, also at the next start", async () => {
  const readUrl = async (id: string) => {
    const [row] = await database.query<{ url: string }>(
      "SELECT gateway_base_url AS url FROM connectors WHERE id = $1",
      [id],
    );
    return row?.url;
  };
  const own = await scene.connector({ baseUrl: "http://127.0.0.1:18789" });
  const second = await openDemoGateway({ connectorId: own, databaseUrl: env().DATABASE_URL });
  expect(await readUrl(own)).toBe("http://127.0.0.1:18789");
  await second.close();
  const third = await openDemoGateway({ connectorId, databaseUrl: env().DATABASE_URL });
  expect(await readUrl(connectorId)).toBe(third.url);
  await third.close();
});

test("callers without a token, other paths and other bodies are refused", async () => {
  const { url, close: end } = await openDemoGateway({ connectorId, databaseUrl: env().DATABASE_URL });
  const ask = async (path: string, init: RequestInit = {}) => (await fetch(`${url}${path}`, init)).status;
  const headers = { authorization: "Bearer any" };
  expect(await ask("/v1/models")).toBe(401);
  expect(await ask("/v1/files", { headers })).toBe(404);
  expect(await ask("/v1/chat/completions", { method: "POST", headers, body: "[]" })).toBe(400);
  await end();
});

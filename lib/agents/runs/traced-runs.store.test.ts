import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { beginCall } from "../../api/call";
import { newId } from "../../platform/ids";
import { ACTION_ROUTE, acceptRun } from "./start-run";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

const database = useTestDatabase();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

test("passes the request's trace to the gateway and to webhooks of what the agent writes", async () => {
  const scene = await createConnectorScene(database, gateway);
  const connectorId = await scene.connector({ toolProfile: "message_writer" });
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', 'https://hooks.example.com/in', ARRAY['message.created'], '2026-06-09', now(), now())`,
    [newId("wh"), scene.roomId],
  );
  const header = (name: string) => (name === "traceparent" ? `00-${TRACE}-${SPAN}-01` : null);
  const request = { method: "POST", target: "/", header, headersBytes: 0, address: "192.0.2.7", body: null };
  const { run } = await acceptRun(beginCall(request, ACTION_ROUTE, "connector"), {
    userId: scene.memberId,
    connectorId,
    action: "reply-to-room",
    readBody: () => ({ roomId: scene.roomId }),
    idempotencyKey: null,
  });
  await scene.work(run.id);
  const parents = gateway.calls.map(({ headers }) => String(headers["traceparent"]));
  expect(parents.length).toBeGreaterThan(0);
  for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${TRACE}-(?!${SPAN})[0-9a-f]{16}-01$`));
  const deliveries = await database.query("SELECT replace(trace_id::text, '-', '') AS trace FROM deliveries");
  expect(deliveries).toEqual([{ trace: TRACE }]);
});

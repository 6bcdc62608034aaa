import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { countWaiting, untilOneWaits } from "../../../e2e/support/scenes/watched-database";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { transaction } from "../../db/transaction";
import { openConnector } from "../connectors/open-connector";
import { takeTurn } from "./claim-run";
import { deleteConnector } from "./delete-connector";
import { disableConnector, disableConnectors } from "./disable-connector";
import { readRun } from "./queries";
import { startRun } from "./start-run";

const database = useTestDatabase();
let gateway: Gateway;
let scene: ConnectorScene;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  scene = await createConnectorScene(database, gateway);
  gateway.calls.length = 0;
});

const summarize = async (connectorId: string) =>
  (await startRun(scene.memberId, connectorId, "summarize-record", { recordId: scene.recordId })).id;
const readEnds = (runIds: readonly string[]) =>
  database.query<{ units: number; status: number }>(
    `SELECT a.units_cost AS units, a.status FROM audit_log a JOIN agent_runs r ON r.request_id = a.request_id
     WHERE a.method = 'RUN' AND r.id = ANY($1)`,
    [runIds],
  );

test.each([
  ["disabled", disableConnector],
  ["deleted", (access: Parameters<typeof disableConnector>[0]) => deleteConnector(access, "Desk agent")],
])("%s, what waits ends, what runs ends in order and gives its units back", async (_, takeOutOfUse) => {
  const [connector, other] = [await scene.connector({ behaviour: "hold" }), await scene.connector()];
  const running = await summarize(connector);
  const work = scene.work(running);
  await eventually(() => expect(gateway.open.now).toBe(1));
  const waiting = [await summarize(connector), await summarize(connector)];
  const elsewhere = await summarize(other);
  await takeOutOfUse(await openConnector(scene.managerId, connector));
  const cancelled = { state: "cancelled", reason: { code: "cancelled" }, unitsCharged: 0 };
  for (const id of waiting) expect(await readRun(scene.managerId, id)).toMatchObject(cancelled);
  await work;
  expect(await readRun(scene.managerId, running)).toMatchObject(cancelled);
  expect(await readEnds([running, ...waiting])).toEqual([1, 2, 3].map(() => ({ units: 0, status: 499 })));
  expect(await readRun(scene.managerId, elsewhere)).toMatchObject({ state: "queued", cancelRequestedAt: null });
  const ledger = "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1";
  expect(await database.query(ledger, [scene.billingEntityId])).toEqual([{ confirmed: 0, reserved: 0 }]);
  const reservations = "SELECT 1 FROM unit_reservations WHERE billing_entity_id = $1";
  expect(await database.query(reservations, [scene.billingEntityId])).toEqual([]);
});

test("where disabling is undone, the runs go on and none is cancelled", async () => {
  const connector = await scene.connector();
  const [running, waiting] = [await summarize(connector), await summarize(connector)];
  await takeTurn(scene.billingEntityId, "worker");
  const access = await openConnector(scene.managerId, connector);
  const undone = transaction(async (tx) => {
    await disableConnectors(tx, [connector], access.ownedBy);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await readRun(scene.memberId, waiting)).toMatchObject({ state: "queued" });
  expect(await readRun(scene.memberId, running)).toMatchObject({ state: "running", cancelRequestedAt: null });
  expect(await readEnds([waiting, running])).toEqual([]);
});

test("a run that is asked for while its connector is being disabled does not begin", async () => {
  const connector = await scene.connector();
  const busy = await summarize(connector);
  await takeTurn(scene.billingEntityId, "worker");
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  try {
    // The lock acts as a run that is writing its result: disabling its connector waits for it.
    await writer.query("BEGIN");
    await writer.query("SELECT 1 FROM agent_runs WHERE id = $1 FOR UPDATE", [busy]);
    const disabling = disableConnector(await openConnector(scene.managerId, connector));
    await untilOneWaits(database);
    const late = summarize(connector).then(async (id) => {
      await scene.work(id);
      return id;
    });
    await eventually(async () => {
      expect((await countWaiting(database)) + gateway.calls.length).toBe(2);
    });
    await writer.query("COMMIT");
    await disabling;
    expect(await readRun(scene.memberId, await late)).toMatchObject({
      state: "failed",
      reason: { code: "connector_disabled" },
    });
    expect(gateway.calls).toEqual([]);
  } finally {
    await writer.end();
  }
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { createWorld } from "../../e2e/support/scenes/world";
import { type Gateway, startGateway } from "../../e2e/support/servers/gateway";
import { openAsPerson } from "../access/open-as-person";
import { openRoomToWrite } from "../access/open-room";
import { openConnector } from "../agents/connectors/open-connector";
import { cancelRun } from "../agents/runs/cancel-run";
import { claimTest, takeTurn } from "../agents/runs/claim-run";
import { disableConnector } from "../agents/runs/disable-connector";
import { endHeldRun } from "../agents/runs/end-run";
import { readRun } from "../agents/runs/queries";
import { RunEnded } from "../agents/runs/run";
import { startRun } from "../agents/runs/start-run";
import { writeOnce } from "../agents/runs/write-once";
import { openOrganization } from "../organizations/open-organization";
import { createTask } from "../tasks/create";
import { removePerson } from "./remove-person";

const database = useTestDatabase();
const world = createWorld(database);
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

async function makeScene() {
  const scene = await createConnectorScene(database, gateway, { seats: 5 });
  const owner = await world.user();
  await world.join(scene.organizationId, owner.id, 40);
  const removal = {
    typedName: "Test Person",
    endings: { keys: false, webhooks: false, connectors: true },
  };
  const access = await openOrganization(owner.id, scene.organizationId);
  return { ...scene, ownerId: owner.id, removeCreator: () => removePerson(access, scene.managerId, removal) };
}

const ask = async ({ memberId, recordId }: ConnectorScene, connectorId: string) =>
  (await startRun(memberId, connectorId, "summarize-record", { recordId })).id;

const readEnds = ({ billingEntityId }: ConnectorScene) =>
  database.query<{ status: number }>(
    `SELECT status, error_code AS code, units_cost AS units, actor_id AS "connectorId" FROM audit_log
     WHERE method = 'RUN' AND billing_entity_id = $1`,
    [billingEntityId],
  );

test("disabling a connector with its creator ends its waiting and current runs", async () => {
  const scene = await makeScene();
  const made = await scene.connector({ behaviour: "hold" });
  const others = await scene.connector();
  await database.query("UPDATE connectors SET created_by_id = $2 WHERE id = $1", [others, scene.ownerId]);
  const running = await ask(scene, made);
  const work = scene.work(running);
  await eventually(() => expect(gateway.open.now).toBe(1));
  const [waiting, elsewhere] = [await ask(scene, made), await ask(scene, others)];

  await scene.removeCreator();

  const cancelled = { state: "cancelled", reason: { code: "cancelled" }, unitsCharged: 0 };
  expect(await readRun(scene.ownerId, waiting)).toMatchObject(cancelled);
  const end = { status: 499, code: "cancelled", units: 0, connectorId: made };
  // The current run may have ended by now.
  expect(await readEnds(scene)).toContainEqual(end);
  expect((await readRun(scene.ownerId, running)).cancelRequestedAt).not.toBeNull();
  await work;
  expect(await readRun(scene.ownerId, running)).toMatchObject(cancelled);
  expect(await readEnds(scene)).toEqual([end, end]);
  expect(await readRun(scene.ownerId, elsewhere)).toMatchObject({ state: "queued", cancelRequestedAt: null });
  const ledger = "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1";
  expect(await database.query(ledger, [scene.billingEntityId])).toEqual([{ confirmed: 0, reserved: 0 }]);
});

const listRuns = ({ billingEntityId }: ConnectorScene) =>
  database.query<{ id: string; state: string; isAskedToEnd: boolean }>(
    `SELECT id, state, cancel_requested_at IS NOT NULL AS "isAskedToEnd" FROM agent_runs WHERE billing_entity_id = $1`,
    [billingEntityId],
  );
async function hold({ billingEntityId }: ConnectorScene) {
  const turn = await takeTurn(billingEntityId, randomUUID());
  if (turn.kind !== "run") throw new Error("There is a place for it.");
  return turn.run;
}
const SUCCEEDED = { state: "succeeded", code: null, message: null, result: null } as const;
const FAILED = { state: "failed", code: "x", message: "x", result: null } as const;

test("removing a creator while runs begin, write and end, and others disable, causes no deadlock", async () => {
  for (let round = 0; round < 20; round += 1) {
    const scene = await makeScene();
    const { managerId, memberId, roomId } = scene;
    const [one, two, off] = [await scene.connector(), await scene.connector(), await scene.connector()];
    const [ending, writing] = [await ask(scene, one), await ask(scene, two)];
    const leaving = await ask(scene, one);
    for (const connector of [one, two]) await ask(scene, connector);
    // Connection tests also run on a connector that is already disabled.
    await database.query("UPDATE connectors SET is_enabled = false WHERE id = $1", [off]);
    for (let n = 0; n < 3; n += 1) await startRun(managerId, off, "test-connection", {});
    const held = [await hold(scene), await hold(scene)];
    expect(held.map(({ id }) => id)).toEqual([ending, writing]);
    const failing = (await startRun(managerId, two, "test-connection", {})).id;
    await claimTest(failing, "token");
    const room = await openAsPerson(memberId, { roomId }, openRoomToWrite);
    const accesses = await Promise.all([two, one, off, off].map((id) => openConnector(managerId, id)));

    const late = ask(scene, one).catch(() => null);
    const disabling = Promise.all([scene.removeCreator(), ...accesses.map(disableConnector)]);
    const others = await Promise.allSettled([
      endHeldRun(ending, held[0]?.token ?? "", SUCCEEDED),
      takeTurn(scene.billingEntityId, "late"),
      cancelRun(memberId, leaving),
      writeOnce({ id: writing, token: held[1]?.token ?? "" }, { type: "task", proposal: 0 }, async (tx) => {
        return (await createTask(tx, room, memberId, { title: "Written" })).id;
      }),
      endHeldRun(failing, "token", FAILED),
      takeTurn(scene.billingEntityId, "later"),
    ]);
    await disabling;
    // A run that is writing may find out here that it was cancelled.
    const broken = others.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
    expect(broken.filter((error) => !(error instanceof RunEnded))).toEqual([]);

    const lateId = await late;
    const runs = await listRuns(scene);
    const goingOn = runs.filter(({ id, state, isAskedToEnd }) => {
      return id !== lateId && (state === "QUEUED" || (state === "RUNNING" && !isAskedToEnd));
    });
    expect(goingOn).toEqual([]);
    const ended = runs.filter(({ state }) => state !== "QUEUED" && state !== "RUNNING");
    expect(await readEnds(scene)).toHaveLength(ended.length);
  }
});

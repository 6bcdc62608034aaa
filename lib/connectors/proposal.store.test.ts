import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../e2e/support/connector-scene";
import { useTestDatabase } from "../../e2e/support/database";
import { type Gateway, startGateway } from "../../e2e/support/gateway";
import { writeAsPerson } from "../access/person-store";
import { openRoomToWrite } from "../access/store";
import { acceptProposals } from "./proposal-store";

const database = useTestDatabase();
let gateway: Gateway;
let scene: ConnectorScene;

beforeAll(async () => {
  gateway = await startGateway();
  scene = await createConnectorScene(database, gateway);
});
afterAll(() => gateway.close());

const accept = (userId: string, runId: string) =>
  writeAsPerson(userId, { roomId: scene.roomId }, openRoomToWrite, (tx, room) =>
    acceptProposals(tx, room, userId, runId),
  );

test("what a dry run proposed is created as it was read, once, by who asked", async () => {
  const connector = await scene.connector();
  const propose = (dryRun: boolean) =>
    scene.run(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId, dryRun });
  const { id } = await propose(true);
  await expect(accept(scene.managerId, id)).rejects.toMatchObject({ code: "not_found" });
  const [first, second] = await Promise.all([accept(scene.memberId, id), accept(scene.memberId, id)]);
  expect(first).toHaveLength(2);
  expect(second).toEqual(first);
  const tasks = await database.query("SELECT id, title, created_by_id FROM tasks WHERE room_id = $1 ORDER BY id", [
    scene.roomId,
  ]);
  expect(tasks).toMatchObject([
    { id: first[0], title: "Call the printer", created_by_id: scene.memberId },
    { id: first[1], title: "Book a room", created_by_id: scene.memberId },
  ]);
  const events = "SELECT 1 FROM events WHERE room_id = $1 AND type = 'task.created'";
  expect(await database.query(events, [scene.roomId])).toHaveLength(2);
  // A run that wrote by itself proposes nothing that is still to be created.
  const written = await propose(false);
  expect(await accept(scene.memberId, written.id)).toEqual(written.written.map((task) => task.id));
  expect(await database.query(events, [scene.roomId])).toHaveLength(4);
});

import { describe, expect, test } from "vitest";
import { useConnectorManagement } from "../../../e2e/support/scenes/connector-management";
import { openOwner, openOwners } from "../../access/open-owner";
import { isSharedRoom } from "../../access/open-room";
import { decrypt } from "../../platform/crypto";
import { newId } from "../../platform/ids";
import { CONNECTORS_PER_ENTITY_MAX } from "../../platform/limits";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { deleteConnector } from "../runs/delete-connector";
import { disableConnector } from "../runs/disable-connector";
import { readRun } from "../runs/queries";
import type { CreateConnector } from "./connector";
import { createConnector } from "./create";
import { openConnector } from "./open-connector";
import { listConnectors, listRoomChoices, listUsableConnectors, readConnector } from "./queries";
import { enableConnector, rotateGatewayToken, updateConnector } from "./update";

const { database, world, TOKEN, scene, makeScene, addRoom, share, facts, create, open, refusalOf } =
  useConnectorManagement();

describe("who may manage a connector", () => {
  test("current managers of its organization only", async () => {
    const { id } = await create();
    const enter = async (role: number) => {
      const user = await world.user();
      await world.join(scene.organization.id, user.id, role);
      await world.enter(scene.roomId, user.id, 40);
      return refusalOf(openConnector(user.id, id));
    };
    expect(await Promise.all([10, 20, 30, 40].map(enter))).toEqual(["not_found", "not_found", "done", "done"]);
    const stranger = await makeScene();
    expect(await refusalOf(openConnector(stranger.managerId, id))).toBe("not_found");
    expect(await listConnectors(await openOwners(stranger.managerId))).toEqual([]);
    expect(await refusalOf(openOwner(stranger.managerId, scene.organization.id))).toBe("not_found");
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [scene.managerId]);
    expect(await refusalOf(openConnector(scene.managerId, id))).toBe("not_found");
  });

  test("a person manages their personal connectors only", async () => {
    const user = await world.user();
    const room = await world.room({ billingEntityId: user.billingEntityId });
    await world.enter(room.id, user.id, 40);
    const { id } = await createConnector(await openOwner(user.id, user.id), facts({ allowedRoomIds: [room.id] }));
    const connector = await readConnector(await openConnector(user.id, id));
    expect(connector).toMatchObject({ ownerKind: "user", ownerId: user.id, rooms: [{ id: room.id, name: "Room" }] });
    expect(await refusalOf(openConnector(scene.managerId, id))).toBe("not_found");
    expect(await refusalOf(openConnector(user.id, "conn_x"))).toBe("not_found");
  });
});

describe("the token", () => {
  test("is stored sealed, never returned, and replaced as a whole", async () => {
    const access = await open();
    const stored = async () => {
      const [row] = await database.query<{ text: string; sealed: string }>(
        "SELECT c::text AS text, gateway_token_ciphertext AS sealed FROM connectors c WHERE id = $1",
        [access.connectorId],
      );
      return row ?? { text: "", sealed: "" };
    };
    const first = await stored();
    expect(first.text).not.toContain(TOKEN);
    expect(decrypt(first.sealed, gatewayTokenPlace(access.connectorId))).toBe(TOKEN);
    const shown = JSON.stringify([
      await readConnector(access),
      await listConnectors(await openOwners(scene.managerId)),
    ]);
    expect(shown).not.toMatch(new RegExp(`${TOKEN}|${first.sealed}`));
    const before = (await readConnector(access)).tokenSetAt;
    await rotateGatewayToken(access, { gatewayToken: "another-token" });
    expect(decrypt((await stored()).sealed, gatewayTokenPlace(access.connectorId))).toBe("another-token");
    expect((await readConnector(access)).tokenSetAt >= before).toBe(true);
    for (const gatewayToken of ["", "two\r\nlines", "wörd", "x".repeat(4_097)])
      expect(await refusalOf(rotateGatewayToken(access, { gatewayToken }))).not.toBe("done");
    expect(decrypt((await stored()).sealed, gatewayTokenPlace(access.connectorId))).toBe("another-token");
  });
});

describe("the rooms", () => {
  test("at least one, each a normal room of this owner where the manager sits", async () => {
    const stranger = await makeScene();
    const [dm, unseen] = [await addRoom(scene, { roomType: 1 }), await addRoom(scene, { sees: false })];
    await world.enter(stranger.roomId, scene.managerId, 40);
    expect(await refusalOf(create({ allowedRoomIds: [] }))).toEqual(["allowedRoomIds rooms_missing"]);
    for (const foreign of [stranger.roomId, dm, unseen, "*", "all", "room_x"])
      expect(await refusalOf(create({ allowedRoomIds: [scene.roomId, foreign] }))).toEqual([
        "allowedRoomIds room_unknown",
      ]);
    expect(await listRoomChoices(await openOwner(scene.managerId, scene.organization.id))).toEqual([
      { id: scene.roomId, name: "Room", members: 1, isShared: false },
    ]);
    expect(await listConnectors(await openOwners(scene.managerId))).toEqual([]);
  });

  test("a room that this manager cannot see keeps its name from them, and stays or leaves as they say", async () => {
    const other = await world.user();
    await world.join(scene.organization.id, other.id, 30);
    const hidden = await addRoom(scene, { sees: false });
    await world.enter(hidden, other.id, 30);
    await world.enter(scene.roomId, other.id, 30);
    const { id } = await createConnector(
      await openOwner(other.id, scene.organization.id),
      facts({ allowedRoomIds: [scene.roomId, hidden] }),
    );
    const access = await openConnector(scene.managerId, id);
    const roomsOf = async () => (await readConnector(access)).rooms.map(({ id: roomId, name }) => [roomId, name]);
    expect(await roomsOf()).toContainEqual([hidden, null]);
    const { gatewayToken: _, ...update } = facts();
    await updateConnector(access, update);
    expect(await roomsOf()).toHaveLength(2);
    expect(await refusalOf(updateConnector(access, { ...update, allowedRoomIds: [hidden] }))).toEqual("done");
    await updateConnector(access, { ...update, keepsHiddenRooms: false });
    expect(await roomsOf()).toEqual([[scene.roomId, "Room"]]);
    expect(await refusalOf(updateConnector(access, { ...update, allowedRoomIds: [hidden] }))).toEqual([
      "allowedRoomIds room_unknown",
    ]);
  });

  test("only read_only is allowed in a shared room", async () => {
    expect(await isSharedRoom(scene.roomId)).toBe(false);
    const guest = await world.user();
    await world.enter(scene.roomId, guest.id, 10);
    expect(await isSharedRoom(scene.roomId)).toBe(false);
    const access = await open();
    await share(scene, scene.roomId);
    expect(await isSharedRoom(scene.roomId)).toBe(true);
    for (const toolProfile of ["task_writer", "message_writer"] as const)
      expect(await refusalOf(create({ toolProfile }))).toEqual(["toolProfile profile_shared_room"]);
    await create({ toolProfile: "read_only" });
    // The room became shared after it was allowed, so what the agent may do there narrows by itself.
    expect(await listUsableConnectors(scene.managerId, scene.roomId)).toContainEqual({
      id: access.connectorId,
      name: "Desk agent",
      toolProfile: "read_only",
    });
    expect((await readConnector(access)).rooms).toMatchObject([{ isShared: true }]);
    expect(await isSharedRoom("room_x")).toBe(true);
  });

  test("a personal room is shared once members of other organizations sit in it", async () => {
    const [user, friend] = [await world.user(), await world.user()];
    await world.join(scene.organization.id, user.id, 30);
    const room = await world.room({ billingEntityId: user.billingEntityId });
    await world.enter(room.id, user.id, 40);
    await world.enter(room.id, friend.id, 20);
    expect(await isSharedRoom(room.id)).toBe(false);
    await world.join((await world.organization()).id, friend.id, 20);
    expect(await isSharedRoom(room.id)).toBe(true);
  });
});

describe("the life of a connector", () => {
  test("disabling hides it from rooms; deleting removes it and keeps its runs", async () => {
    const access = await open();
    const usable = async () => (await listUsableConnectors(scene.managerId, scene.roomId)).length;
    expect(await usable()).toBe(1);
    const guest = await world.user();
    await world.join(scene.organization.id, guest.id, 20);
    await world.enter(scene.roomId, guest.id, 10);
    expect(await listUsableConnectors(guest.id, scene.roomId)).toEqual([]);
    await disableConnector(access);
    expect(await usable()).toBe(0);
    await enableConnector(access);
    expect(await usable()).toBe(1);
    await database.query(
      `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, state, requested_by_id, input, units, created_at)
       VALUES ('run_of_this', $1, $2, 'test-connection', 'SUCCEEDED', $3, '{}', 10, $4)`,
      [access.connectorId, scene.organization.billingEntityId, scene.managerId, new Date()],
    );
    expect((await readConnector(access)).lastRun).toMatchObject({ id: "run_of_this", state: "succeeded" });
    const waiting = newId("run");
    await database.query(
      `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, requested_by_id, input, units, created_at)
       VALUES ($1, $2, $3, 'test-connection', $4, '{}', 10, $5)`,
      [waiting, access.connectorId, scene.organization.billingEntityId, scene.managerId, new Date()],
    );
    expect(await refusalOf(deleteConnector(access, "desk agent"))).toEqual(["confirmation confirmation_mismatch"]);
    await deleteConnector(access, "Desk agent");
    expect(await usable()).toBe(0);
    expect(await refusalOf(openConnector(scene.managerId, access.connectorId))).toBe("not_found");
    expect(await refusalOf(readConnector(access))).toBe("not_found");
    expect(await listConnectors(await openOwners(scene.managerId))).toEqual([]);
    const [left] = await database.query(
      `SELECT gateway_token_ciphertext AS token, (SELECT count(*)::int FROM agent_runs WHERE connector_id = c.id) AS runs,
              (SELECT count(*)::int FROM connector_rooms WHERE connector_id = c.id) AS rooms
       FROM connectors c WHERE id = $1`,
      [access.connectorId],
    );
    expect(left).toEqual({ token: "", runs: 2, rooms: 0 });
    expect(await readRun(scene.managerId, waiting)).toMatchObject({
      state: "cancelled",
      connectorName: "Desk agent",
      unitsCharged: 0,
    });
  });

  test("an owner holds a limited number, also when two are created at once", async () => {
    for (let n = 1; n < CONNECTORS_PER_ENTITY_MAX; n += 1) await create();
    const answers = await Promise.all([refusalOf(create()), refusalOf(create())]);
    expect(answers).toContainEqual([" connectors_too_many"]);
    expect(answers).toContain("done");
  });

  test.each([
    [{ name: " " }, ["name name_missing"]],
    [{ name: "\u0000" }, ["name name_unreadable"]],
    [{ agentId: undefined }, ["agentId agent_missing"]],
    [{ model: "both" }, ["agentId agent_missing"]],
    [{ agentId: "x".repeat(201) }, ["agentId agent_too_long"]],
    [{ gatewayToken: "a b" }, ["gatewayToken token_unreadable"]],
    [{ gatewayBaseUrl: "" }, ["gatewayBaseUrl url_missing"]],
    [{ toolProfile: "all" }, ["toolProfile choice_missing"]],
  ] as const)("%j is refused", async (input, issues) => {
    expect(await refusalOf(create(input as unknown as Partial<CreateConnector>))).toEqual(issues);
  });
});

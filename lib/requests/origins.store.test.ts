import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { askEndpoint, bearer } from "../../e2e/support/scenes/ask-endpoint";
import { createConnectorScene } from "../../e2e/support/scenes/connector-scene";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { openCliSession } from "../../e2e/support/scenes/sessions";
import { startGateway } from "../../e2e/support/servers/gateway";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { createKernel } from "../api/kernel";
import { REGISTRY } from "../docs/surface/registry";
import { createMessage } from "../messages/create";
import { listThread } from "../messages/queries";
import { writeAsPerson } from "../usage/write-as-person";
import { openRequests } from "./open-viewer";
import { readOrigins } from "./read-origins";
import { explainRequest } from "./why";

const { database, world, createScene } = useEndpointScenes();
let scene: EndpointScene;
let roomId: string;

beforeAll(async () => {
  scene = await createScene();
  roomId = scene.params["roomId"] ?? "";
});

const endpointOf = (operationId: string) => {
  const endpoint = REGISTRY.find((known) => known.operationId === operationId);
  if (!endpoint) throw new Error(operationId);
  return endpoint;
};

async function write(operationId: string, { params, token } = scene) {
  const answer = await askEndpoint(endpointOf(operationId), params, bearer(token));
  expect(answer.status, operationId).toBeLessThan(300);
  const body = JSON.parse(answer.body ?? "{}") as { id?: string; fileId?: string };
  return { id: body.id ?? body.fileId ?? "", requestId: answer.headers["x-request-id"] ?? "", body };
}

async function readVia(table: string, id: string, prefix = "") {
  const [row] = await database.query<{ viaId: string | null; requestId: string | null }>(
    `SELECT ${prefix}via_id AS "viaId", ${prefix}via_request_id AS "requestId" FROM ${table} WHERE id = $1`,
    [id],
  );
  return row;
}

test.each([
  ["createMessage", "messages"],
  ["createTask", "tasks"],
  ["createRecord", "records"],
  ["createFile", "files"],
])("stores app and request for %s and answers as before", async (operationId, table) => {
  const { id, requestId, body } = await write(operationId);
  expect(await readVia(table, id)).toEqual({ viaId: scene.appId, requestId });
  expect(JSON.stringify(body)).not.toContain(scene.appId);
});

test.each([
  ["updateTask", "tasks", "taskId"],
  ["updateRecord", "records", "recordId"],
] as const)("%s keeps them as those of the last change", async (operationId, table, name) => {
  const { requestId } = await write(operationId);
  const id = scene.params[name] ?? "";
  expect(await readVia(table, id, "changed_")).toEqual({ viaId: scene.appId, requestId });
  expect(await readVia(table, id)).toEqual({ viaId: null, requestId: null });
});

test("names the command line but not a person in the browser", async () => {
  const { id: sessionId, token } = await openCliSession(database, scene.userId);
  const answer = await createKernel(
    REGISTRY,
    "cli",
  )({
    method: "POST",
    target: `/v1/rooms/${roomId}/messages`,
    header: (name) => (name === "authorization" ? `Bearer ${token}` : null),
    headersBytes: 200,
    address: "192.0.2.7",
    body: Readable.from([Buffer.from('{"body":"From the terminal"}')]),
  });
  const { id } = JSON.parse(answer.body ?? "{}") as { id: string };
  expect(await readVia("messages", id)).toEqual({ viaId: sessionId, requestId: answer.headers["x-request-id"] });
  const byHand = await writeAsPerson(scene.userId, { roomId }, openRoomToWrite, (tx, access) =>
    createMessage(tx, access, scene.userId, { body: "By hand" }),
  );
  const access = await openAsPerson(scene.userId, { roomId }, openRoom);
  const rows = await listThread(access, { limit: 10, after: null });
  const written = rows.map(({ authorId, createdAt: at, viaId, viaRequestId }) => ({
    authorId,
    at,
    viaId,
    viaRequestId,
  }));
  const describeOrigin = await readOrigins(scene.userId, access, written);
  const markOf = (messageId: string) => {
    const n = rows.findIndex((row) => row.id === messageId);
    return written[n] && describeOrigin(written[n]);
  };
  expect(markOf(id)).toEqual({ kind: "device", name: null, requestId: answer.headers["x-request-id"] });
  expect(markOf(byHand.id)).toBeNull();
});

test("stores the connector and the starting request for writes of a run", async () => {
  const gateway = await startGateway();
  const agents = await createConnectorScene(database, gateway);
  const connectorId = await agents.connector();
  await agents.run(agents.memberId, connectorId, "reply-to-room", { roomId: agents.roomId, instruction: "Go on" });
  await agents.run(agents.memberId, connectorId, "generate-tasks", { recordId: agents.recordId });
  const origins = await database.query<{ viaId: string; requestId: string }>(
    `SELECT via_id AS "viaId", via_request_id AS "requestId" FROM messages WHERE room_id = $1
     UNION ALL SELECT via_id, via_request_id FROM tasks WHERE room_id = $1`,
    [agents.roomId],
  );
  expect(origins).toHaveLength(3);
  for (const { viaId, requestId } of origins) {
    expect(viaId).toBe(connectorId);
    const why = await explainRequest(await openRequests(agents.memberId), requestId);
    expect(why.request.surface).toBe("connector");
  }
  await gateway.close();
});

async function readMark(viewerId: string, messageId: string, inRoom = roomId) {
  const access = await openAsPerson(viewerId, { roomId: inRoom }, openRoom);
  const [row] = (await listThread(access, { limit: 50, after: null })).filter(({ id }) => id === messageId);
  if (!row) return undefined;
  const written = { authorId: row.authorId, at: row.createdAt, viaId: row.viaId, viaRequestId: row.viaRequestId };
  return (await readOrigins(viewerId, access, [written]))(written);
}

test("shows the program's name to everyone in the room and the request to those who may see it", async () => {
  const { id, requestId } = await write("createMessage");
  const people = { manager: await world.user(), member: await world.user(), guest: await world.user() };
  for (const { id: userId } of Object.values(people)) await world.enter(roomId, userId, 10);
  await world.join(scene.organizationId, people.manager.id, 30);
  await world.join(scene.organizationId, people.member.id, 20);
  await world.join(scene.organizationId, people.guest.id, 10);
  const elsewhere = await world.organization({ seats: 5 });
  await world.join(elsewhere.id, people.guest.id, 40);
  const name = expect.any(String);
  expect(await readMark(scene.userId, id)).toEqual({ kind: "app", name, requestId });
  expect(await readMark(people.manager.id, id)).toEqual({ kind: "app", name, requestId });
  expect(await readMark(people.member.id, id)).toEqual({ kind: "app", name, requestId: null });
  expect(await readMark(people.guest.id, id)).toEqual({ kind: "app", name, requestId: null });
  const stranger = await createScene();
  await expect(readMark(stranger.userId, id)).rejects.toMatchObject({ code: "room_not_found" });
  for (const userId of [scene.userId, people.manager.id])
    expect((await explainRequest(await openRequests(userId), requestId)).request.requestId).toBe(requestId);
  for (const userId of [people.member.id, people.guest.id, stranger.userId])
    await expect(openRequests(userId).then((viewer) => explainRequest(viewer, requestId))).rejects.toMatchObject({
      code: "not_found",
    });
});

test("shows no name for a deleted app and no link for an old request", async () => {
  const { id } = await write("createMessage");
  await database.query(
    "UPDATE messages SET via_id = 'app_deleted', created_at = now() - interval '31 days' WHERE id = $1",
    [id],
  );
  expect(await readMark(scene.userId, id)).toEqual({ kind: "app", name: null, requestId: null });
});

import { expect, test } from "vitest";
import { askEndpoint, bearer, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { newEventId, newId } from "../platform/ids";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";
import { createRecord, readRecord } from "../records/endpoints";
import { createTask, updateTask } from "../tasks/endpoints";
import { V2Payload } from "../webhooks/delivery/payload";
import { sendTest } from "../webhooks/delivery/send-test";
import { openWebhook } from "../webhooks/settings/open-webhook";
import { listEvents } from "./endpoints";
import type { EventSummary } from "./event";

const { database, world, createScene } = useEndpointScenes();

async function read(scene: EndpointScene, query = "", token = scene.token) {
  const answer = await askEndpoint(listEvents, scene.params, bearer(token), { query });
  expect(outcome(answer)).toEqual([200, "ok"]);
  return JSON.parse(answer.body ?? "") as { data: EventSummary[]; nextCursor: string | null };
}

async function addEvent({ params }: EndpointScene, type: string, at: Date): Promise<string> {
  const id = newEventId();
  await database.query(
    "INSERT INTO events (id, type, room_id, object_type, object_id, created_at) VALUES ($1, $2, $3, 'task', $4, $5)",
    [id, type, params["roomId"], newId("task"), at],
  );
  return id;
}

async function readAll(scene: EndpointScene, filter: string, limit: number, between = async () => {}) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { data, nextCursor } = await read(
      scene,
      `?limit=${limit}${filter}${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    ids.push(...data.map(({ id }) => id));
    cursor = nextCursor;
    await between();
  } while (cursor !== null);
  return ids;
}

test("an item is the body that a v2 webhook is sent", async () => {
  const scene = await createScene();
  await askEndpoint(createTask, scene.params, bearer(scene.token));
  await askEndpoint(updateTask, scene.params, bearer(scene.token));
  await database.query("UPDATE webhooks SET events = '{record.created}' WHERE id = $1", [scene.params["webhookId"]]);
  const record = JSON.parse((await askEndpoint(createRecord, scene.params, bearer(scene.token))).body ?? "");
  const { data } = await read(scene);
  expect(data.map(({ type }) => type).sort()).toEqual(["record.created", "task.created", "task.updated"]);
  const [event] = data.filter(({ type }) => type === "record.created");
  expect(event?.data.object).toEqual({ id: record.id, type: "record" });
  expect(event?.organizationId).toBe(scene.organizationId);
  expect(V2Payload.safeParse(event).success).toBe(true);
  const params = { ...scene.params, recordId: event?.data.object.id ?? "" };
  expect(outcome(await askEndpoint(readRecord, params, bearer(scene.token)))).toEqual([200, "ok"]);
  expect((await read(scene, "?type=record.created")).data).toEqual([event]);
});

test("leaves samples of a webhook out of the log", async () => {
  const scene = await createScene();
  await sendTest(await openWebhook(scene.userId, scene.params["webhookId"] ?? ""), "task.created");
  expect((await read(scene)).data).toEqual([]);
});

test("pages have no gap and no repeat while events come, also those of one instant", async () => {
  const scene = await createScene();
  const instants = [1, 2, 2, 2, 3, 3, 4].map((n) => new Date(Date.now() - n * 60_000));
  for (const at of instants) for (const type of ["task.created", "task.updated"]) await addEvent(scene, type, at);
  for (const filter of ["", "&type=task.updated"]) {
    const whole = await readAll(scene, filter, 200);
    expect(whole.length).toBeGreaterThanOrEqual(7);
    const between = async () => void (await addEvent(scene, "task.updated", new Date()));
    for (const limit of [2, 3]) {
      const found = await readAll(scene, filter, limit, between);
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => whole.includes(id))).toEqual(whole);
    }
  }
  const { data } = await read(scene, "?limit=200");
  const times = data.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
});

test("a cursor belongs to its filter, and only emitted types are filters", async () => {
  const scene = await createScene();
  for (let n = 0; n < 3; n += 1) await addEvent(scene, "task.created", new Date());
  const { nextCursor } = await read(scene, "?limit=1");
  const ask = (query: string) => askEndpoint(listEvents, scene.params, bearer(scene.token), { query });
  expect(outcome(await ask(`?cursor=${nextCursor}`))).toEqual([200, "ok"]);
  for (const query of [`?cursor=${nextCursor}&type=task.created`, "?type=room.created", "?type=", "?type=task.*"])
    expect(outcome(await ask(query))).toEqual([400, "validation_error"]);
});

test("hides events after the days of the log, even those that a held delivery keeps", async () => {
  const scene = await createScene();
  const day = 24 * 60 * 60 * 1000;
  await addEvent(scene, "task.created", new Date(Date.now() - (WEBHOOK_HISTORY_RETENTION_DAYS + 1) * day));
  const kept = await addEvent(scene, "task.created", new Date(Date.now() - (WEBHOOK_HISTORY_RETENTION_DAYS - 1) * day));
  expect((await read(scene)).data.map(({ id }) => id)).toEqual([kept]);
});

test("people of the room and its organization's key see the same; everyone else finds no room", async () => {
  const [scene, stranger] = [await createScene({ role: 10 }), await createScene()];
  const id = await addEvent(scene, "task.created", new Date());
  await addEvent(stranger, "task.created", new Date());
  const { organizationId, billingEntityId, userId } = scene;
  const key = await world.apiKey({ organizationId, billingEntityId });
  const agent = await world.accessToken({ userId, billingEntityId, actorType: "AGENT" });
  for (const token of [scene.token, key.key, agent.token])
    expect((await read(scene, "", token)).data.map((event) => event.id)).toEqual([id]);
  const refuse = async (token: string) =>
    expect(outcome(await askEndpoint(listEvents, scene.params, bearer(token)))).toEqual([404, "room_not_found"]);
  await refuse(stranger.token);
  await database.query("DELETE FROM room_members WHERE user_id = $1", [userId]);
  await refuse(scene.token);
  await refuse(agent.token);
});

test("names only the id of a record made from a transcript", async () => {
  const scene = await createScene();
  const headers = bearer(scene.token);
  const made = await askEndpoint(createRecord, scene.params, headers, { body: { title: "Secret", content: "Said" } });
  const { id } = JSON.parse(made.body ?? "") as { id: string };
  await database.query("UPDATE records SET origin = 'TRANSCRIPT' WHERE id = $1", [id]);
  const { data } = await read(scene);
  expect(JSON.stringify(data)).not.toContain("Secret");
  expect(data[0]?.data).toEqual({ object: { id, type: "record" } });
});

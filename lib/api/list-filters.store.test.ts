import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";
import { placeOfEvent } from "../events/event";
import { newEventId, newId } from "../platform/ids";
import { listRecords } from "../records/endpoints";
import { listRooms } from "../rooms/endpoints";
import { listTasks } from "../tasks/endpoints";
import type { Endpoint } from "./endpoint";
import { describeSelection, writeCursor } from "./list";

const { database, world, createScene } = useEndpointScenes();

const OLD = "2026-01-01T00:00:00.000Z";
const RECENT = "2026-06-01T00:00:00.000Z";
const STATUSES = ["NOT_STARTED", "IN_PROGRESS", "COMPLETED"] as const;

interface Row {
  id: string;
  status: string;
  updatedAt: string;
}
interface Page {
  data: Row[];
  nextCursor: string | null;
}

async function addTask({ params }: EndpointScene, status: string, updatedAt: string): Promise<string> {
  const id = newId("task");
  await database.query(
    `INSERT INTO tasks (id, room_id, board_id, title, status, created_at, updated_at)
     SELECT $1, $2, id, 'Task', $3::task_status, $4, $4 FROM boards WHERE room_id = $2`,
    [id, params["roomId"], status, updatedAt],
  );
  return id;
}

async function addRecord({ params }: EndpointScene, updatedAt: string): Promise<string> {
  const id = newId("rec");
  await database.query(
    "INSERT INTO records (id, room_id, title, created_at, updated_at) VALUES ($1, $2, 'Record', $3, $3)",
    [id, params["roomId"], updatedAt],
  );
  return id;
}

/** All pages; `between` runs after each. */
async function readAll(
  scene: EndpointScene,
  endpoint: typeof listTasks,
  filter: string,
  { limit = 2, between = async () => {} }: { limit?: number; between?: () => Promise<unknown> } = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `?limit=${limit}&${filter}${cursor === null ? "" : `&cursor=${cursor}`}`;
    const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token), { query });
    expect(outcome(answer)).toEqual([200, "ok"]);
    const page = JSON.parse(answer.body ?? "") as Page;
    rows.push(...page.data);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return rows;
}

describe("a filtered list", () => {
  test("has what the whole list has of it, in the same order, at every page size", async () => {
    const [scene, other] = [await createScene(), await createScene()];
    for (let n = 0; n < 12; n += 1) {
      await addTask(scene, STATUSES[n % 3] ?? "", n % 2 ? OLD : RECENT);
      await addTask(other, STATUSES[n % 3] ?? "", RECENT);
    }
    const whole = await readAll(scene, listTasks, "", { limit: 200 });
    for (const limit of [1, 3, 200]) {
      for (const status of STATUSES) {
        const expected = whole.filter((row) => row.status === status);
        expect(await readAll(scene, listTasks, `status=${status}`, { limit })).toEqual(expected);
        expect(await readAll(scene, listTasks, `updatedSince=${RECENT}&status=${status}`, { limit })).toEqual(
          expected.filter(({ updatedAt }) => updatedAt >= RECENT),
        );
      }
      const recent = whole.filter(({ updatedAt }) => updatedAt >= RECENT);
      expect(recent.length).toBeLessThan(whole.length);
      expect(await readAll(scene, listTasks, `updatedSince=${RECENT}`, { limit })).toEqual(recent);
    }
  });

  test("has no gap and no repeat when rows come and change between its pages", async () => {
    const scene = await createScene();
    const tasks: string[] = [];
    for (let n = 0; n < 9; n += 1) tasks.push(await addTask(scene, "IN_PROGRESS", RECENT));
    const between = async () => {
      await addTask(scene, "IN_PROGRESS", RECENT);
      await addTask(scene, "COMPLETED", RECENT);
      await database.query("UPDATE tasks SET updated_at = now() WHERE id = ANY($1)", [tasks]);
    };
    for (const filter of ["status=IN_PROGRESS", `updatedSince=${RECENT}&status=IN_PROGRESS`]) {
      const before = await readAll(scene, listTasks, filter, { limit: 200 });
      const during = await readAll(scene, listTasks, filter, { limit: 2, between });
      expect(during.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
  });

  test("of records has what changed since, the instant itself included", async () => {
    const scene = await createScene();
    await database.query("DELETE FROM records WHERE room_id = $1", [scene.params["roomId"]]);
    const ids = [];
    for (let n = 0; n < 5; n += 1) {
      await addRecord(scene, OLD);
      ids.unshift(await addRecord(scene, RECENT));
    }
    const found = await readAll(scene, listRecords, `updatedSince=${RECENT}`);
    expect(found.map(({ id }) => id)).toEqual(ids);
    const sameInstant = encodeURIComponent("2026-06-01T09:00:00+09:00");
    expect(await readAll(scene, listRecords, `updatedSince=${sameInstant}`)).toEqual(found);
    expect(await readAll(scene, listRecords, "updatedSince=2026-06-01T00:00:00.001Z")).toEqual([]);
  });

  test("refuses a cursor that was made with other filters, before anything is charged", async () => {
    const scene = await createScene();
    for (let n = 0; n < 3; n += 1) await addTask(scene, "NOT_STARTED", RECENT);
    const ask = (query: string) => askEndpoint(listTasks, scene.params, bearer(scene.token), { query });
    const cursorOf = async (filter: string) =>
      (JSON.parse((await ask(`?limit=1${filter}`)).body ?? "") as Page).nextCursor ?? "";
    const filters = [
      "",
      "&status=NOT_STARTED",
      `&updatedSince=${RECENT}`,
      `&status=NOT_STARTED&updatedSince=${RECENT}`,
    ];
    for (const made of filters) {
      const cursor = await cursorOf(made);
      for (const given of filters) {
        const answer = await ask(`?limit=1&cursor=${cursor}${given}`);
        expect(outcome(answer)).toEqual(made === given ? [200, "ok"] : [400, "validation_error"]);
        if (made === given) continue;
        expect(errorOf(answer).details).toMatchObject({ issues: [{ path: "query.cursor" }] });
        expect(answer.headers["svc-api-units-cost"]).toBeUndefined();
      }
    }
  });

  test.each([
    "status=",
    "status=DONE",
    "status=COMPLETED&status=COMPLETED",
    "updatedSince=",
    "updatedSince=2026-06-09",
  ])("%s is bad input", async (filter) => {
    const scene = await createScene();
    const answer = await askEndpoint(listTasks, scene.params, bearer(scene.token), { query: `?${filter}` });
    expect(outcome(answer)).toEqual([400, "validation_error"]);
    const path = `query.${filter.split("=")[0]}`;
    expect(errorOf(answer).details).toMatchObject({ issues: [{ path }] });
  });
});

describe.each(
  REGISTRY.filter((endpoint) => endpoint.kind === "read" && endpoint.checkQuery !== undefined).map(
    (endpoint) => [endpoint.operationId, endpoint] as const,
  ),
)("a cursor of %s", (operationId, endpoint) => {
  const filters = operationId === "listSearchResults" ? { q: "hello" } : {};
  const write = (selection: string, place: string) =>
    `?${new URLSearchParams({ ...filters, cursor: writeCursor(operationId, place, selection) }).toString()}`;
  const places: Record<string, string> = {
    listMessages: newId("msg"),
    listTasks: newId("task"),
    listRecords: newId("rec"),
    listFiles: newId("file"),
    listMembers: newId("mem"),
    listBoards: newId("brd"),
    listDeliveries: newId("whd"),
    listRooms: newId("room"),
    listOrganizations: newId("org"),
    listSearchResults: newId("msg").slice("msg_".length),
    listEvents: placeOfEvent({ id: newEventId(), createdAt: RECENT }),
  };
  const place = places[operationId] ?? "";

  test("opens where the same rows are selected, and is bad input for another room, webhook or caller", async () => {
    const scene = await createScene();
    const { params, billingEntityId, userId, organizationId } = scene;
    const { roomId = "", webhookId = "" } = params;
    const neighbour = await world.room({ organizationId, billingEntityId });
    await world.enter(neighbour.id, userId, 30);
    const ids = endpoint.path.includes("{webhookId}") ? { roomId, webhookId } : { roomId };
    const hasRoom = endpoint.path.includes("{roomId}");
    const own = hasRoom ? describeSelection(ids) : describeSelection({}, filters, [billingEntityId, userId]);
    const others = hasRoom
      ? [
          describeSelection({}),
          describeSelection({ ...ids, roomId: neighbour.id }),
          describeSelection({ ...ids, webhookId: newId("wh") }),
        ]
      : [
          describeSelection({}),
          describeSelection({}, filters, [billingEntityId, null]),
          describeSelection({}, filters, [newId("bil"), userId]),
        ];
    const ask = (query: string) => askEndpoint(endpoint, params, bearer(scene.token), { query });
    expect(outcome(await ask(write(own, place)))).toEqual([200, "ok"]);
    for (const other of others) {
      const answer = await ask(write(other, place));
      expect(outcome(answer)).toEqual([400, "validation_error"]);
      expect(errorOf(answer).details).toMatchObject({ issues: [{ path: "query.cursor" }] });
    }
  });
});

test("the cursor of one room is bad input in another one, and that of one person for another", async () => {
  const scene = await createScene();
  const { billingEntityId, organizationId, userId } = scene;
  const neighbour = await world.room({ organizationId, billingEntityId });
  const colleague = await world.user();
  await world.join(organizationId, colleague.id);
  for (const id of [userId, colleague.id]) await world.enter(neighbour.id, id);
  await world.enter(scene.params["roomId"] ?? "", colleague.id);
  const other = await world.accessToken({ userId: colleague.id, billingEntityId });
  for (let n = 0; n < 2; n += 1) await addTask(scene, "COMPLETED", RECENT);
  const ask = (
    endpoint: Endpoint,
    query: string,
    roomId = scene.params["roomId"] ?? "",
    { token } = { token: scene.token },
  ) => askEndpoint(endpoint, { roomId }, bearer(token), { query });
  const cursorOf = async (endpoint: Endpoint) =>
    (JSON.parse((await ask(endpoint, "?limit=1")).body ?? "") as Page).nextCursor ?? "";
  const [tasks, rooms] = [`?cursor=${await cursorOf(listTasks)}`, `?cursor=${await cursorOf(listRooms)}`];
  expect(outcome(await ask(listTasks, tasks, neighbour.id))).toEqual([400, "validation_error"]);
  expect(outcome(await ask(listRooms, rooms, undefined, other))).toEqual([400, "validation_error"]);
  // A room shows everyone the same.
  expect(outcome(await ask(listTasks, tasks, undefined, other))).toEqual([200, "ok"]);
  expect(outcome(await ask(listRooms, rooms))).toEqual([200, "ok"]);
});

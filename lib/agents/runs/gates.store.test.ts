import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { describeRefusal } from "../../../e2e/support/scenes/refusals";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { newId } from "../../platform/ids";
import { ACTOR_BURST_PER_MINUTE, AGENT_RUNS_QUEUED_MAX } from "../../platform/limits";
import { cancelRun } from "./cancel-run";
import { listRuns, readRun, readRunOf } from "./queries";
import { startRun } from "./start-run";

const database = useTestDatabase();
const world = createWorld(database);
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

async function refusal(work: Promise<unknown>) {
  const described = await describeRefusal(work);
  expect(gateway.calls).toEqual([]);
  return described;
}

const summarize = (userId: string, connectorId: string, recordId = scene.recordId) =>
  startRun(userId, connectorId, "summarize-record", { recordId });
const reply = (userId: string, connectorId: string, roomId = scene.roomId) =>
  startRun(userId, connectorId, "reply-to-room", { roomId, instruction: "Say hello" });

test("answers the same 404 for absent and foreign targets", async () => {
  const foreign = await createConnectorScene(database, gateway);
  const [own, theirs] = [await scene.connector(), await foreign.connector()];
  const missing = { code: "not_found" };
  for (const id of [theirs, newId("conn"), "conn_x", "", "' OR 1=1 --"]) {
    expect(await refusal(summarize(scene.managerId, id))).toEqual(missing);
  }
  for (const id of [foreign.recordId, newId("rec"), "rec_x", "\u0000"]) {
    expect(await refusal(summarize(scene.managerId, own, id))).toEqual(missing);
  }
  for (const id of [foreign.roomId, newId("room"), "room_x"]) {
    expect(await refusal(reply(scene.managerId, own, id))).toEqual({ code: "room_not_found" });
  }
  // Personal rooms and records that the connector was not given do not exist for it either.
  const beside = await scene.record({ roomId: scene.otherRoomId });
  expect(await refusal(summarize(scene.managerId, own, beside))).toEqual(missing);
  expect(await refusal(reply(scene.managerId, own, scene.otherRoomId))).toEqual({ code: "room_not_found" });
  // Neither does an allowed room where this person does not sit, though they manage the connector.
  const hidden = await world.room({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
  const wide = await scene.connector({ roomIds: [hidden.id] });
  expect(await refusal(reply(scene.managerId, wide, hidden.id))).toEqual({ code: "room_not_found" });
  // Neither do direct messages, however they came to be on the list.
  const direct = await world.room({
    organizationId: scene.organizationId,
    billingEntityId: scene.billingEntityId,
    roomType: 1,
  });
  await world.enter(direct.id, scene.managerId, 40);
  const odd = await scene.connector({ roomIds: [direct.id] });
  expect(await refusal(reply(scene.managerId, odd, direct.id))).toEqual({ code: "room_not_found" });
});

test("a person who is in none of a connector's rooms does not see it", async () => {
  const connector = await scene.connector();
  const colleague = await world.user();
  await world.join(scene.organizationId, colleague.id, 20);
  expect(await refusal(summarize(colleague.id, connector))).toEqual({ code: "not_found" });
  await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [scene.organizationId]);
  expect(await refusal(summarize(scene.managerId, connector))).toEqual({ code: "not_found" });
});

test("names the reason when profile, switch, rights or consent refuse", async () => {
  const [reader, off, writer] = [
    await scene.connector({ toolProfile: "read_only" }),
    await scene.connector({ isEnabled: false }),
    await scene.connector(),
  ];
  const generate = (userId: string, id: string, more = {}) =>
    startRun(userId, id, "generate-tasks", { recordId: scene.recordId, ...more });
  const forbidden = (reason?: string) => ({ code: "forbidden", ...(reason === undefined ? {} : { reason }) });
  expect(await refusal(generate(scene.memberId, reader))).toEqual(forbidden("tool_profile"));
  expect(await refusal(generate(scene.memberId, reader, { dryRun: true }))).toEqual(forbidden("tool_profile"));
  expect(await refusal(reply(scene.memberId, reader))).toEqual(forbidden("tool_profile"));
  expect(await refusal(summarize(scene.memberId, off))).toEqual(forbidden("connector_disabled"));
  expect(await refusal(startRun(scene.memberId, writer, "test-connection", {}))).toEqual(forbidden());
  expect(await refusal(generate(scene.guestId, writer))).toEqual(forbidden());
  expect(await refusal(summarize(scene.guestId, reader))).toEqual(forbidden());
  expect(await refusal(reply(scene.guestId, writer))).toEqual(forbidden());
  const transcript = await scene.record({ origin: "TRANSCRIPT" });
  const derived = forbidden("external_workspace_derived");
  expect(await refusal(summarize(scene.memberId, writer, transcript))).toEqual(derived);
  expect(await refusal(generate(scene.memberId, writer, { recordId: transcript, dryRun: true }))).toEqual(derived);
  // Consent counts for its own person only.
  await database.query("UPDATE users SET sends_transcripts = true WHERE id = $1", [scene.managerId]);
  expect(await refusal(summarize(scene.memberId, writer, transcript))).toEqual(derived);
  expect(await scene.run(scene.managerId, writer, "summarize-record", { recordId: transcript })).toMatchObject({
    state: "succeeded",
  });
  expect(gateway.calls).toHaveLength(1);
});

test("lets an agent read but not write in a shared room", async () => {
  const connector = await scene.connector();
  const foreign = await createConnectorScene(database, gateway);
  await world.enter(scene.roomId, foreign.memberId, 20);
  const shared = { code: "forbidden", reason: "shared_room" };
  expect(await refusal(reply(scene.memberId, connector))).toEqual(shared);
  expect(await scene.run(scene.memberId, connector, "summarize-record", { recordId: scene.recordId })).toMatchObject({
    state: "succeeded",
  });
});

test("rejects invalid input and names the field", async () => {
  const connector = await scene.connector();
  const asked = (action: "generate-tasks" | "reply-to-room" | "test-connection", body: unknown) =>
    refusal(startRun(scene.managerId, connector, action, body));
  const { recordId, roomId } = scene;
  const invalid = (path: string) => ({ code: "validation_error", path });
  expect(await asked("generate-tasks", { recordId, boardId: scene.otherBoardId })).toEqual(invalid("boardId"));
  expect(await asked("generate-tasks", { recordId, dryRun: "yes" })).toEqual(invalid("dryRun"));
  expect(await asked("generate-tasks", {})).toEqual(invalid("recordId"));
  expect(await asked("reply-to-room", { roomId, instruction: "" })).toEqual(invalid("instruction"));
  expect(await asked("reply-to-room", { roomId, instruction: " \n\u3000" })).toEqual(invalid("instruction"));
  expect(await asked("reply-to-room", { roomId, instruction: "x".repeat(4_001) })).toEqual(invalid("instruction"));
  expect(await asked("reply-to-room", { roomId, instruction: "a\u0000" })).toEqual(invalid("instruction"));
  expect(await asked("test-connection", { url: "http://other" })).toEqual(invalid("url"));
  await database.query("DELETE FROM boards WHERE room_id = $1", [roomId]);
  expect(await asked("generate-tasks", { recordId })).toEqual(invalid("recordId"));
});

test("reserves units when a run starts, and refuses a request without enough left", async () => {
  const connector = await scene.connector();
  await world.useUpUnits(scene.billingEntityId, 60_000 - 19);
  expect(await refusal(summarize(scene.memberId, connector))).toMatchObject({ code: "api_units_exceeded" });
  await world.useUpUnits(scene.billingEntityId, 60_000 - 20);
  const [first, second] = [await summarize(scene.memberId, connector), await summarize(scene.memberId, connector)];
  await scene.work(first.id);
  await scene.work(second.id);
  expect(await readRun(scene.memberId, first.id)).toMatchObject({ state: "succeeded", unitsCharged: 20 });
  expect(await readRun(scene.memberId, second.id)).toMatchObject({
    state: "failed",
    unitsCharged: 0,
    reason: { code: "api_units_exceeded" },
  });
  expect(gateway.calls).toHaveLength(1);
  const ledger = "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1";
  expect(await database.query(ledger, [scene.billingEntityId])).toEqual([{ confirmed: 60_000, reserved: 0 }]);
});

test("limits the actor's burst and the queue", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
  const connector = await scene.connector({ toolProfile: "read_only" });
  for (let n = 0; n < AGENT_RUNS_QUEUED_MAX; n += 1) await summarize(scene.memberId, connector);
  expect(await refusal(summarize(scene.memberId, connector))).toMatchObject({ code: "rate_limit_exceeded" });
  const bad = () => refusal(startRun(scene.memberId, connector, "summarize-record", {}));
  for (let n = AGENT_RUNS_QUEUED_MAX + 1; n < ACTOR_BURST_PER_MINUTE; n += 1) {
    if ((await bad()).code !== "validation_error") break;
  }
  expect(await bad()).toMatchObject({ code: "rate_limit_exceeded" });
  vi.useRealTimers();
});

test("checks access again when the run starts", async () => {
  const changes: Record<string, [text: string, of: "connector" | "room" | "member"]> = {
    connector_disabled: ["UPDATE connectors SET is_enabled = false WHERE id = $1", "connector"],
    tool_profile: ["UPDATE connectors SET tool_profile = 'READ_ONLY' WHERE id = $1", "connector"],
    connector_gone: ["UPDATE connectors SET deleted_at = now() WHERE id = $1", "connector"],
    room_not_found: ["DELETE FROM connector_rooms WHERE room_id = $1", "room"],
    forbidden: ["UPDATE room_members SET role = 10 WHERE user_id = $1", "member"],
  };
  for (const [code, [text, of]] of Object.entries(changes)) {
    const connector = await scene.connector({ roomIds: [scene.otherRoomId] });
    const { id } = await reply(scene.memberId, connector);
    await database.query(text, [{ connector, room: scene.roomId, member: scene.memberId }[of]]);
    await scene.work(id);
    expect(await readRun(scene.memberId, id)).toMatchObject({ state: "failed", reason: { code }, unitsCharged: 0 });
  }
  expect(gateway.calls).toEqual([]);
});

test("ends a run before it writes when rights end while the agent answers", async () => {
  const connector = await scene.connector({ behaviour: "hold" });
  const { id } = await reply(scene.memberId, connector);
  const running = scene.work(id);
  await expect.poll(() => gateway.calls.length).toBe(1);
  await database.query("UPDATE room_members SET role = 10 WHERE user_id = $1", [scene.memberId]);
  gateway.release(1);
  await running;
  expect(await readRun(scene.memberId, id)).toMatchObject({
    state: "failed",
    reason: { code: "forbidden" },
    written: [],
    unitsCharged: 0,
  });
  expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1", [scene.roomId])).toEqual([]);
});

test("audits agent, person, request, sent ids and end, without prompt or answer", async () => {
  const connector = await scene.connector();
  const { id } = await reply(scene.memberId, connector);
  await scene.work(id);
  const rows = await database.query<Record<string, unknown>>(
    "SELECT * FROM audit_log WHERE billing_entity_id = $1 ORDER BY id",
    [scene.billingEntityId],
  );
  const run = await readRun(scene.memberId, id);
  const who = {
    surface: "connector",
    actor_type: "agent",
    actor_id: connector,
    user_id: scene.memberId,
    organization_id: scene.organizationId,
    auth_method: "session",
  };
  expect(rows).toMatchObject([
    { ...who, method: "POST", route: "/api/connectors/{connectorId}/actions/{action}", status: 202, units_cost: 0 },
    {
      ...who,
      method: "SEND",
      route: "runs/reply-to-room",
      resource_id: id,
      details: { gatewayHost: new URL(gateway.url).host, attempt: 1, sentIds: run.sentIds },
    },
    { ...who, method: "RUN", route: "runs/reply-to-room", status: 200, units_cost: 20 },
  ]);
  expect(new Set(rows.map((row) => row["request_id"])).size).toBe(1);
  expect(JSON.stringify(rows)).not.toMatch(/Say hello|short summary|gateway-token/);
});

test("shows runs to requesters and managers, and prompts to managers only", async () => {
  const foreign = await createConnectorScene(database, gateway);
  const connector = await scene.connector();
  expect(await summarize(scene.memberId, connector)).toMatchObject({
    state: "queued",
    sentIds: [],
    written: [],
    result: null,
  });
  const own = await scene.run(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  expect(own).toMatchObject({ prompt: null, answer: null, mayManage: false });
  const managed = await readRun(scene.managerId, own.id);
  expect(managed).toMatchObject({ mayManage: true, answer: "A short summary." });
  expect(managed.prompt).toContain("Ada calls the printer");
  for (const userId of [scene.guestId, foreign.managerId]) {
    await expect(readRun(userId, own.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(cancelRun(userId, own.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await listRuns(userId)).runs).toEqual([]);
  }
  const other = await scene.connector();
  await expect(readRunOf(scene.memberId, other, own.id)).rejects.toMatchObject({ code: "not_found" });
  await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [scene.memberId]);
  await expect(readRun(scene.memberId, own.id)).rejects.toMatchObject({ code: "not_found" });
});

test("lists are filtered and paged, newest first", async () => {
  const [one, two] = [await scene.connector(), await scene.connector()];
  const ids: string[] = [];
  for (const connector of [one, two, one, two]) ids.unshift((await summarize(scene.memberId, connector)).id);
  await cancelRun(scene.memberId, ids[0] ?? "");
  const list = async (filters: Parameters<typeof listRuns>[1]) =>
    (await listRuns(scene.managerId, filters)).runs.map(({ id }) => id);
  expect(await list({})).toEqual(ids);
  expect(await list({ connectorId: one })).toEqual([ids[1], ids[3]]);
  expect(await list({ state: "cancelled" })).toEqual([ids[0]]);
  expect(await list({ action: "reply-to-room" })).toEqual([]);
  expect(await list({ roomId: scene.roomId, from: new Date(0), to: new Date() })).toEqual(ids);
  expect(await list({ to: new Date(0) })).toEqual([]);
  const page = await listRuns(scene.managerId, { limit: 3 });
  expect(page.runs).toHaveLength(3);
  expect(await list({ cursor: page.nextCursor ?? "" })).toEqual([ids[3]]);
  expect((await listRuns(scene.managerId, { limit: 4 })).nextCursor).toBeNull();
});

test("starts one run for one key, also for concurrent requests", async () => {
  const connector = await scene.connector();
  const body = { recordId: scene.recordId };
  const send = (key: string, input: object = body, userId = scene.memberId) =>
    startRun(userId, connector, "generate-tasks", input, key);
  const first = await Promise.all([1, 2, 3, 4].map(() => send("a")));
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  await scene.work(first[0]?.id ?? "");
  expect(await send("a", { recordId: scene.recordId, dryRun: false })).toMatchObject({
    id: first[0]?.id,
    state: "succeeded",
  });
  expect(await database.query("SELECT 1 FROM tasks WHERE room_id = $1", [scene.roomId])).toHaveLength(2);
  gateway.calls.length = 0;
  const conflict = (reason: string) => ({ code: "idempotency_conflict", reason });
  expect(await refusal(send("a", { ...body, dryRun: true }))).toEqual(conflict("mismatch"));
  expect((await send("a", body, scene.managerId)).id).not.toBe(first[0]?.id);
  await database.query("UPDATE agent_runs SET created_at = $2 WHERE id = $1", [
    first[0]?.id,
    new Date(Date.now() - 86_400_001),
  ]);
  expect(await refusal(send("a"))).toEqual(conflict("result_unavailable"));
  expect(await refusal(send("x".repeat(256)))).toEqual({ code: "validation_error", path: "Idempotency-Key" });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { readRun } from "./queries";
import { writeProposal, writeProposals } from "./write-proposals";

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

interface Ledger {
  confirmed: number;
  reserved: number;
}

async function readLedger(): Promise<Ledger> {
  const [row] = await database.query<Ledger>(
    "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1",
    [scene.billingEntityId],
  );
  return row ?? { confirmed: 0, reserved: 0 };
}

test("test-connection passes step by step and costs its units", async () => {
  const connector = await scene.connector();
  const run = await scene.run(scene.managerId, connector, "test-connection", {});
  expect(run).toMatchObject({
    state: "succeeded",
    unitsCharged: 10,
    reason: null,
    result: { kind: "connection", models: 2 },
  });
  expect(run.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "name passed",
    "address passed",
    "connection passed",
    "tls skipped",
    "authentication passed",
    "model_list passed",
    "model passed",
  ]);
  expect(await readLedger()).toEqual({ confirmed: 10, reserved: 0 });
});

test("summarize-record sends the record, marked as data, under the room's session key", async () => {
  const connector = await scene.connector({ toolProfile: "read_only" });
  const run = await scene.run(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  expect(run).toMatchObject({
    state: "succeeded",
    roomId: scene.roomId,
    recordId: scene.recordId,
    unitsCharged: 20,
    sentIds: [scene.recordId, scene.roomId],
    gatewayHost: new URL(gateway.url).host,
    written: [],
    result: { kind: "summary", text: "A short summary." },
    // The requester does not manage the connector.
    prompt: null,
    answer: null,
  });
  const [call] = gateway.calls;
  expect(call?.headers).toMatchObject({
    authorization: `Bearer ${gateway.token}`,
    "x-agent-session-key": `svc:room:${scene.roomId}`,
  });
  expect(call?.body).toMatchObject({ model: "main", user: `svc:room:${scene.roomId}`, stream: false });
  expect(call?.body).not.toHaveProperty("tools");
  const said = call?.body?.messages.at(-1)?.content ?? "";
  expect(said).toMatch(/<<<DATA ([0-9a-f]{24})>>>\nWeekly\n\nAda calls the printer[^<]*\n<<<END \1>>>$/);
});

test("generate-tasks writes for the executing user, with events, and units for one run", async () => {
  const connector = await scene.connector({ toolProfile: "task_writer" });
  const run = await scene.run(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId });
  expect(run).toMatchObject({ state: "succeeded", dryRun: false, unitsCharged: 20 });
  const tasks = await database.query<{ id: string }>(
    `SELECT id, title, board_id, created_by_id, due_date FROM tasks WHERE room_id = $1 ORDER BY id`,
    [scene.roomId],
  );
  expect(tasks).toMatchObject([
    { title: "Call the printer", board_id: scene.boardId, created_by_id: scene.memberId, due_date: null },
    { title: "Book a room", due_date: new Date("2026-12-01T00:00:00Z") },
  ]);
  expect(run.written).toEqual(tasks.map(({ id }, proposal) => ({ type: "task", id, proposal })));
  const events = await database.query("SELECT object_id FROM events WHERE room_id = $1 AND type = 'task.created'", [
    scene.roomId,
  ]);
  expect(events).toHaveLength(2);
});

test("a dry run proposes and writes nothing", async () => {
  const connector = await scene.connector();
  const run = await scene.run(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId, dryRun: true });
  expect(run).toMatchObject({
    state: "succeeded",
    dryRun: true,
    written: [],
    result: {
      kind: "proposals",
      leftOut: 0,
      proposals: [
        { title: "Call the printer", description: null, dueDate: null },
        { title: "Book a room", description: null, dueDate: "2026-12-01T00:00:00.000Z" },
      ],
    },
  });
  expect(await database.query("SELECT 1 FROM tasks WHERE room_id = $1", [scene.roomId])).toEqual([]);
});

test("generate-tasks assigns a task to the member whom the agent names", async () => {
  const [member] = await database.query<{ name: string }>("SELECT name FROM users WHERE id = $1", [scene.memberId]);
  await database.query("UPDATE users SET name = 'Mika Tanaka' WHERE id = $1", [scene.memberId]);
  const before = gateway.say.tasks;
  gateway.say.tasks = [
    { title: "Call", assignee: "mika tanaka" },
    { title: "Write", assignee: member?.name },
  ];
  try {
    const connector = await scene.connector({ toolProfile: "task_writer" });
    const proposed = await scene.run(scene.memberId, connector, "generate-tasks", {
      recordId: scene.recordId,
      dryRun: true,
    });
    const assignee = { userId: scene.memberId, name: "Mika Tanaka" };
    expect(proposed.result).toMatchObject({ proposals: [{ title: "Call", assignee }, { title: "Write" }] });
    await writeProposals(scene.memberId, proposed.id);
    await scene.run(scene.memberId, connector, "generate-tasks", { recordId: scene.recordId });
    const tasks = await database.query("SELECT title, assignee_id FROM tasks WHERE room_id = $1 ORDER BY id", [
      scene.roomId,
    ]);
    const written = [
      { title: "Call", assignee_id: scene.memberId },
      { title: "Write", assignee_id: null },
    ];
    expect(tasks).toEqual([...written, ...written]);
  } finally {
    gateway.say.tasks = before;
  }
});

test("reply-to-room posts one message of the executing user", async () => {
  const first = await scene.message("Who brings cake?");
  const second = await scene.message("I do", { replyTo: first });
  const connector = await scene.connector({ sessionStrategy: "thread" });
  const run = await scene.run(scene.memberId, connector, "reply-to-room", {
    roomId: scene.roomId,
    instruction: "Thank them",
  });
  expect(run).toMatchObject({ state: "succeeded", sentIds: [first, second, scene.roomId], result: { kind: "reply" } });
  expect(gateway.calls[0]?.headers["x-agent-session-key"]).toBe(`svc:room:${scene.roomId}:thread:${first}`);
  const messages = await database.query(
    "SELECT id, body, author_id FROM messages WHERE room_id = $1 ORDER BY id DESC LIMIT 1",
    [scene.roomId],
  );
  expect(messages).toMatchObject([{ id: run.written[0]?.id, body: "A short summary.", author_id: scene.memberId }]);
});

test("a proposal of a dry run is written when its person chooses it, once, and by nobody else", async () => {
  const connector = await scene.connector();
  const body = { recordId: scene.recordId, dryRun: true };
  const { id } = await scene.run(scene.memberId, connector, "generate-tasks", body);
  const chosen = await Promise.all([1, 1, 1].map((index) => writeProposal(scene.memberId, id, index)));
  expect(new Set(chosen.map(({ taskId }) => taskId)).size).toBe(1);
  const tasks = await database.query("SELECT id, title, created_by_id FROM tasks WHERE room_id = $1", [scene.roomId]);
  expect(tasks).toEqual([{ id: chosen[0]?.taskId, title: "Book a room", created_by_id: scene.memberId }]);
  expect((await readRun(scene.memberId, id)).written).toEqual([{ type: "task", id: chosen[0]?.taskId, proposal: 1 }]);
  const missing = { code: "not_found" };
  await expect(writeProposal(scene.managerId, id, 0)).rejects.toMatchObject(missing);
  await expect(writeProposal(scene.memberId, id, 2)).rejects.toMatchObject(missing);
  await expect(writeProposal(scene.memberId, id, -1)).rejects.toMatchObject(missing);
  await database.query("UPDATE room_members SET role = 10 WHERE user_id = $1", [scene.memberId]);
  await expect(writeProposal(scene.memberId, id, 0)).rejects.toMatchObject({ code: "forbidden" });
});

test("all proposals are written once, asked for twice at once and beside what was chosen before", async () => {
  const connector = await scene.connector();
  const body = { recordId: scene.recordId, dryRun: true };
  const { id } = await scene.run(scene.memberId, connector, "generate-tasks", body);
  const second = await writeProposal(scene.memberId, id, 1);
  const [all, again, first] = await Promise.all([
    writeProposals(scene.memberId, id),
    writeProposals(scene.memberId, id),
    writeProposal(scene.memberId, id, 0),
  ]);
  expect(all).toEqual({ taskIds: [first.taskId, second.taskId] });
  expect(again).toEqual(all);
  const tasks = await database.query("SELECT id, title FROM tasks WHERE room_id = $1 ORDER BY title DESC", [
    scene.roomId,
  ]);
  expect(tasks).toEqual([
    { id: first.taskId, title: "Call the printer" },
    { id: second.taskId, title: "Book a room" },
  ]);
  const { written } = await readRun(scene.memberId, id);
  expect(written.map(({ proposal }) => proposal)).toEqual([1, 0]);
  const events = "SELECT 1 FROM events WHERE room_id = $1 AND type = 'task.created'";
  expect(await database.query(events, [scene.roomId])).toHaveLength(2);
  await expect(writeProposals(scene.managerId, id)).rejects.toMatchObject({ code: "not_found" });
});

test("writes no proposal when one of them cannot be written", async () => {
  const connector = await scene.connector();
  const body = { recordId: scene.recordId, dryRun: true };
  const { id } = await scene.run(scene.memberId, connector, "generate-tasks", body);
  await database.query(`UPDATE agent_runs SET result = jsonb_set(result, '{proposals,1,title}', '""') WHERE id = $1`, [
    id,
  ]);
  await expect(writeProposals(scene.memberId, id)).rejects.toThrow();
  expect(await database.query("SELECT 1 FROM tasks WHERE room_id = $1", [scene.roomId])).toEqual([]);
  expect((await readRun(scene.memberId, id)).written).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { untilOneWaits } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { finishAsPerson, openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { GUEST_ROLE } from "../access/roles";
import { transaction } from "../db/transaction";
import { newId } from "../platform/ids";
import { BOARDS_PER_ROOM_MAX } from "../platform/limits";
import { writeAsPerson } from "../usage/write-as-person";
import type { TaskFilter } from "./card";
import { createTask } from "./create";
import { createBoard } from "./create-board";
import { editTask, type TaskEdit } from "./edit";
import { listAssignable, listBoards, listTasks, readBoard, readTask } from "./queries";
import { type NewTask, type TaskChange, UpdateTask } from "./task";
import { openTaskToWrite, updateTask } from "./update";

const database = useTestDatabase();
const world = createWorld(database);

async function makeScene(role = 20) {
  const user = await world.user({ name: "Ada" });
  const room = await world.room({ billingEntityId: user.billingEntityId });
  await world.enter(room.id, user.id, role);
  const board = await world.board(room.id);
  const params = { roomId: room.id };
  return {
    user,
    params,
    board,
    add: (input: Partial<NewTask> = {}) =>
      writeAsPerson(user.id, params, openRoomToWrite, (tx, access) =>
        createTask(tx, access, user.id, { title: "Task", ...input }),
      ),
    change: (taskId: string, input: TaskChange) =>
      writeAsPerson(user.id, { ...params, taskId }, openTaskToWrite, (tx, access) => updateTask(tx, access, input)),
    edit: (taskId: string, input: TaskEdit) =>
      writeAsPerson(user.id, { ...params, taskId }, openTaskToWrite, (tx, access) => editTask(tx, access, input)),
    // Exceeds the limit on boards a person may create in a minute.
    addBoard: (name: string) =>
      finishAsPerson(user.id, params, openRoomToWrite, (tx, access) => createBoard(tx, access, { name })),
    open: () => openAsPerson(user.id, params, openRoom),
    read: async (taskId: string) => readTask(await openAsPerson(user.id, params, openRoom), taskId),
  };
}

const at = (text: string) => new Date(`${text}T12:00:00.000Z`);
const iso = (text: string) => at(text).toISOString();
const countEvents = async (objectId: string) => {
  const rows = await database.query<{ type: string }>("SELECT type FROM events WHERE object_id = $1", [objectId]);
  return rows.map(({ type }) => type).sort();
};
const NO_FILTER: TaskFilter = { createdById: null, assigneeId: null, isOverdue: false, text: "" };
const START_AFTER_DUE = { code: "validation_error", details: { issues: [{ path: "startDate" }] } };

describe("start date of the workspace", () => {
  it("stores it, records the same event and leaves it out of the response", async () => {
    const { add, change, read } = await makeScene();
    const task = await add({ startDate: at("2026-06-01"), dueDate: at("2026-06-09") });
    expect(task).not.toHaveProperty("startDate");
    const moved = await change(task.id, { startDate: at("2026-06-02"), version: 1 });
    expect(moved).not.toHaveProperty("startDate");
    expect(moved.version).toBe(2);
    expect(await read(task.id)).toMatchObject({ startDate: iso("2026-06-02"), dueDate: iso("2026-06-09") });
    await change(task.id, { startDate: null });
    expect((await read(task.id)).startDate).toBeNull();
    expect(await countEvents(task.id)).toEqual(["task.created", "task.updated", "task.updated"]);
  });

  it("rejects a start after the given or stored due date and writes nothing", async () => {
    const { add, change, read } = await makeScene();
    await expect(add({ startDate: at("2026-06-10"), dueDate: at("2026-06-09") })).rejects.toMatchObject(
      START_AFTER_DUE,
    );
    const task = await add({ startDate: at("2026-06-01"), dueDate: at("2026-06-09") });
    for (const change_ of [
      { startDate: at("2026-06-10") },
      { startDate: at("2026-06-05"), dueDate: at("2026-06-04") },
      { startDate: at("2026-06-10"), version: 1 },
    ])
      await expect(change(task.id, change_)).rejects.toMatchObject(START_AFTER_DUE);
    expect(await read(task.id)).toMatchObject({ version: 1, startDate: iso("2026-06-01") });
    expect(await countEvents(task.id)).toEqual(["task.created"]);
    await change(task.id, { startDate: at("2027-01-01"), dueDate: null });
    await change(task.id, { startDate: at("2027-01-02"), dueDate: at("2027-01-02") });
    expect((await read(task.id)).version).toBe(3);
  });

  it("moves it with the due date for callers that know only due dates", async () => {
    const { add, change, read } = await makeScene();
    const task = await add({ startDate: at("2026-06-05"), dueDate: at("2026-06-09") });
    await change(task.id, { dueDate: at("2026-06-07") });
    expect((await read(task.id)).startDate).toBe(iso("2026-06-05"));
    await change(task.id, { dueDate: at("2026-06-03") });
    expect(await read(task.id)).toMatchObject({ startDate: iso("2026-06-03"), dueDate: iso("2026-06-03") });
    await change(task.id, { dueDate: null, title: "Open-ended" });
    expect(await read(task.id)).toMatchObject({ startDate: iso("2026-06-03"), dueDate: null });
    const bare = await add({ dueDate: at("2026-06-09") });
    await change(bare.id, { dueDate: at("2026-06-01") });
    expect((await read(bare.id)).startDate).toBeNull();
  });

  it.each([0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER])(
    "a version that no task has (%s) conflicts, too (§4)",
    async (version) => {
      const { add, change } = await makeScene();
      const task = await add();
      await expect(change(task.id, UpdateTask.parse({ title: "Mine", version }))).rejects.toMatchObject({
        code: "version_conflict",
        details: { currentVersion: 1 },
      });
    },
  );

  it("accepts one of many concurrent moves and tells the others the current version", async () => {
    const { add, change, read } = await makeScene();
    const task = await add();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => change(task.id, { startDate: at(`2026-06-0${n + 1}`), version: 1 })),
    );
    const lost = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(lost).toHaveLength(7);
    for (const { reason } of lost)
      expect(reason).toMatchObject({ code: "version_conflict", details: { currentVersion: 2 } });
    expect((await read(task.id)).version).toBe(2);
    expect(await countEvents(task.id)).toEqual(["task.created", "task.updated"]);
  });
});

describe("updates at the same moment", () => {
  it("without a version keep each other's fields", async () => {
    const { add, change, read } = await makeScene();
    const { id } = await add({ title: "Before" });
    let waiting: Promise<unknown> | undefined;
    await transaction(async (tx) => {
      await tx.prisma.task.update({ where: { id }, data: { title: "After", version: { increment: 1 } } });
      waiting = change(id, { description: "Added" });
      await untilOneWaits(database);
    });
    await waiting;
    expect(await read(id)).toMatchObject({ title: "After", description: "Added", version: 3 });
  });
});

describe("edit from an older version", () => {
  it("keeps other people's changes and writes nothing where both changed the same field", async () => {
    const { add, change, edit, read } = await makeScene();
    const task = await add({ title: "One" });
    await change(task.id, { title: "Theirs" });
    const base = { title: "One", description: "", status: "NOT_STARTED" } as const;
    expect(await edit(task.id, { version: 1, base, mine: { status: "COMPLETED" } })).toEqual({
      kind: "saved",
      version: 3,
      isMerged: true,
    });
    const refused = await edit(task.id, { version: 1, base, mine: { title: "Mine", description: "Mine too" } });
    expect(refused).toMatchObject({ kind: "conflict", contested: ["title"], theirs: { title: "Theirs", version: 3 } });
    expect(await read(task.id)).toMatchObject({ title: "Theirs", description: "", status: "COMPLETED", version: 3 });
    expect(await edit(task.id, { version: 3, base: { title: "Theirs" }, mine: { title: "Both" } })).toMatchObject({
      kind: "saved",
      version: 4,
      isMerged: false,
    });
  });

  it("records no event for an edit without a change", async () => {
    const { add, edit } = await makeScene();
    const task = await add({ title: "One" });
    expect(await edit(task.id, { version: 1, base: { title: "One" }, mine: { title: "One" } })).toMatchObject({
      version: 1,
    });
    expect(await countEvents(task.id)).toEqual(["task.created"]);
  });

  it("keeps concurrent edits of different fields, and one of the same field", async () => {
    const { add, edit, read } = await makeScene();
    const task = await add({ title: "One" });
    const base = { title: "One", status: "NOT_STARTED" } as const;
    const apart = await Promise.all([
      edit(task.id, { version: 1, base, mine: { title: "Two" } }),
      edit(task.id, { version: 1, base, mine: { status: "IN_PROGRESS" } }),
    ]);
    expect(apart.map(({ kind }) => kind)).toEqual(["saved", "saved"]);
    expect(await read(task.id)).toMatchObject({ title: "Two", status: "IN_PROGRESS", version: 3 });
    const together = await Promise.all(
      ["A", "B", "C"].map((title) => edit(task.id, { version: 3, base: { title: "Two" }, mine: { title } })),
    );
    expect(together.map(({ kind }) => kind).sort()).toEqual(["conflict", "conflict", "saved"]);
  });
});

describe("assignee", () => {
  const NOT_A_MEMBER = {
    code: "validation_error",
    details: { issues: [{ path: "assigneeId", message: "is not a member of this room" }] },
  };

  async function makeTeam() {
    const scene = await makeScene();
    const ben = await world.user({ name: "Ben" });
    await world.enter(scene.params.roomId, ben.id, GUEST_ROLE);
    return { ...scene, ben };
  }

  it("is set, kept, replaced and cleared, and found by the filters", async () => {
    const { add, change, edit, read, open, user, ben, board } = await makeTeam();
    const task = await add({ title: "Theirs", assigneeId: ben.id });
    await add({ title: "Nobody's" });
    expect(task.assigneeId).toBe(ben.id);
    expect((await change(task.id, { title: "Still theirs" })).assigneeId).toBe(ben.id);
    const assigned = async (assigneeId: string) => {
      const access = await open();
      const { tasks } = await readBoard(access, board.id, { ...NO_FILTER, assigneeId });
      const page = { limit: 10, after: null };
      const listed = await listTasks(access, { assigneeId, status: "NOT_STARTED", updatedSince: new Date(0) }, page);
      expect(listed.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title));
      expect(await listTasks(access, { assigneeId, status: "COMPLETED" }, page)).toEqual([]);
      return tasks.map(({ title, assignee }) => `${title}: ${assignee}`);
    };
    expect(await assigned(ben.id)).toEqual(["Still theirs: Ben"]);
    expect(await assigned(user.id)).toEqual([]);
    const base = { assigneeId: ben.id };
    expect(await edit(task.id, { version: 2, base, mine: { assigneeId: user.id } })).toMatchObject({ version: 3 });
    expect(await edit(task.id, { version: 2, base, mine: { assigneeId: null } })).toMatchObject({
      kind: "conflict",
      contested: ["assigneeId"],
    });
    expect(await assigned(user.id)).toEqual(["Still theirs: Ada"]);
    expect((await change(task.id, { assigneeId: null })).assigneeId).toBeNull();
    expect((await read(task.id)).assigneeId).toBeNull();
    expect(await countEvents(task.id)).toEqual(["task.created", ...Array(3).fill("task.updated")]);
  });

  it("must have a seat in the room, and people of another organization are refused like unknown ids", async () => {
    const [ours, theirs] = [await makeTeam(), await makeTeam()];
    const task = await ours.add({ assigneeId: ours.ben.id });
    for (const assigneeId of [theirs.ben.id, newId("usr"), "", "usr_'; --", ours.params.roomId]) {
      await expect(ours.add({ assigneeId })).rejects.toMatchObject(NOT_A_MEMBER);
      await expect(ours.change(task.id, { assigneeId })).rejects.toMatchObject(NOT_A_MEMBER);
    }
    expect(await ours.read(task.id)).toMatchObject({ version: 1, assigneeId: ours.ben.id });
    for (const assigneeId of [theirs.ben.id, "usr_none", "\u0000"])
      expect(await listTasks(await ours.open(), { assigneeId }, { limit: 10, after: null })).toEqual([]);
  });

  it("is offered from the people of the room, by name", async () => {
    const { open, user, ben } = await makeTeam();
    expect(await listAssignable(await open(), null)).toEqual([
      { userId: user.id, name: "Ada" },
      { userId: ben.id, name: "Ben" },
    ]);
  });

  it("ends with the seat, also of one who is assigned at that moment", async () => {
    const { add, change, read, ben, params } = await makeTeam();
    const tasks = await Promise.all(Array.from({ length: 4 }, () => add({ assigneeId: ben.id })));
    const other = await add();
    const seat = [params.roomId, ben.id];
    const [late] = await Promise.allSettled([
      change(other.id, { assigneeId: ben.id }),
      database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", seat),
    ]);
    if (late.status === "rejected") expect(late.reason).toMatchObject(NOT_A_MEMBER);
    for (const { id } of [...tasks, other]) expect((await read(id)).assigneeId).toBeNull();
    expect(await read(tasks[0]?.id ?? "")).toMatchObject({ title: "Task", version: 1 });
    await expect(change(other.id, { assigneeId: ben.id })).rejects.toMatchObject(NOT_A_MEMBER);
  });
});

describe("boards", () => {
  it("gives concurrent new boards positions after the existing ones", async () => {
    const { addBoard, open, params } = await makeScene();
    await Promise.all(Array.from({ length: 12 }, (_, n) => addBoard(`Board ${n}`)));
    const rows = await database.query<{ position: number }>(
      "SELECT position FROM boards WHERE room_id = $1 ORDER BY position",
      [params.roomId],
    );
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 13 }, (_, n) => n));
    expect((await listBoards(await open()))[0]?.name).toBe("Board");
  });

  it("limits the number of boards under concurrency", async () => {
    const { addBoard, open } = await makeScene();
    const made = await Promise.allSettled(Array.from({ length: BOARDS_PER_ROOM_MAX + 3 }, (_, n) => addBoard(`${n}`)));
    const refused = made.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "validation_error" });
    expect(await listBoards(await open())).toHaveLength(BOARDS_PER_ROOM_MAX);
  });

  it("lists its own tasks in order, filtered, with totals", async () => {
    const { add, change, open, board, addBoard, user, params } = await makeScene();
    const other = await addBoard("Other");
    const ids = {
      late: await add({ title: "Late 100% _sure_", dueDate: new Date(Date.now() - 86_400_000) }),
      soon: await add({ title: "Soon", dueDate: new Date(Date.now() + 86_400_000), description: "Needs a PLAN" }),
      never: await add({ title: "Never" }),
      done: await add({ title: "Done", dueDate: new Date(Date.now() - 86_400_000) }),
      elsewhere: await add({ title: "Elsewhere", boardId: other.id }),
    };
    await change(ids.done.id, { status: "COMPLETED" });
    const colleague = await world.user({ name: "Ben" });
    await world.enter(params.roomId, colleague.id);
    await writeAsPerson(colleague.id, params, openRoomToWrite, (tx, access) =>
      createTask(tx, access, colleague.id, { title: "Ben's" }),
    );
    const read = async (filter: Partial<TaskFilter> = {}, boardId = board.id) => {
      const found = await readBoard(await open(), boardId, { ...NO_FILTER, ...filter });
      return { titles: found.tasks.map(({ title }) => title), totals: found.totals };
    };
    expect(await read()).toEqual({
      titles: ["Done", "Late 100% _sure_", "Soon", "Ben's", "Never"].sort((a, b) => order(a) - order(b)),
      totals: { NOT_STARTED: 4, IN_PROGRESS: 0, COMPLETED: 1 },
    });
    expect((await read({ isOverdue: true })).titles).toEqual(["Late 100% _sure_"]);
    expect((await read({ createdById: colleague.id })).titles).toEqual(["Ben's"]);
    expect((await read({ createdById: user.id })).titles).toHaveLength(4);
    expect((await read({ text: "% _" })).titles).toEqual(["Late 100% _sure_"]);
    expect((await read({ text: "plan" })).titles).toEqual(["Soon"]);
    expect((await read({}, other.id)).titles).toEqual(["Elsewhere"]);
  });
});

const order = (title: string) => ["Late 100% _sure_", "Done", "Soon", "Ben's", "Never"].indexOf(title);

describe("two tenants", () => {
  it("refuses to read, write or place tasks across tenants", async () => {
    const [ours, theirs] = [await makeScene(), await makeScene()];
    const task = await theirs.add({ title: "Secret" });
    const taskIds = [task.id, newId("task"), "task_'; --"];
    for (const taskId of taskIds) {
      await expect(ours.read(taskId)).rejects.toMatchObject({ code: "not_found" });
      await expect(ours.change(taskId, { title: "Mine" })).rejects.toMatchObject({ code: "not_found" });
      await expect(ours.edit(taskId, { version: 1, base: {}, mine: { title: "Mine" } })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await expect(ours.add({ boardId: theirs.board.id })).rejects.toMatchObject({ code: "validation_error" });
    const found = await readBoard(await ours.open(), theirs.board.id, NO_FILTER);
    expect(found.tasks).toEqual([]);
    const foreign = { ...theirs.params, taskId: task.id };
    await expect(
      writeAsPerson(ours.user.id, foreign, openTaskToWrite, (tx, access) => updateTask(tx, access, { title: "Mine" })),
    ).rejects.toMatchObject({ code: "room_not_found" });
    expect((await theirs.read(task.id)).title).toBe("Secret");
  });

  it("lets guests read and refuses their writes", async () => {
    const { user, params, add, addBoard, change, open, board } = await makeScene();
    const task = await add({ title: "For all" });
    await database.query("UPDATE room_members SET role = $2 WHERE user_id = $1", [user.id, GUEST_ROLE]);
    for (const work of [() => add(), () => addBoard("No"), () => change(task.id, { status: "COMPLETED" })])
      await expect(work()).rejects.toMatchObject({ code: "forbidden" });
    expect((await readTask(await open(), task.id)).title).toBe("For all");
    const { tasks } = await readBoard(await open(), board.id, NO_FILTER);
    expect(tasks.map(({ creator }) => creator)).toEqual(["Ada"]);
    expect(params.roomId).toMatch(/^room_/);
  });
});

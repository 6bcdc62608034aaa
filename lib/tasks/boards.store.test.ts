import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { readPage } from "../db/read-page";
import { newId } from "../platform/ids";
import { writeAsPerson } from "../usage/write-as-person";
import { archiveBoard, renameBoard, restoreBoard } from "./change-board";
import { createTask } from "./create";
import { openBoardToManage, openBoardToWrite } from "./open-board";
import { listBoards, listCountedBoards } from "./queries";
import { LIST_BOARDS } from "./tasks.sql";
import { openTaskToWrite, updateTask } from "./update";

const database = useTestDatabase();
const world = createWorld(database);

async function makeScene() {
  const organization = await world.organization({ seats: 5 });
  const room = await world.room({ organizationId: organization.id, billingEntityId: organization.billingEntityId });
  const person = async (role: number) => {
    const { id } = await world.user();
    await world.join(organization.id, id);
    await world.enter(room.id, id, role);
    return id;
  };
  const [guest, member, manager] = [await person(10), await person(20), await person(30)];
  const first = (await world.board(room.id)).id;
  const params = { roomId: room.id };
  const second = await addBoard(room.id, 1);
  return {
    guest,
    member,
    manager,
    first,
    second,
    params,
    rename: (userId: string, boardId: string, name = "Renamed") =>
      writeAsPerson(userId, { ...params, boardId }, openBoardToWrite, (tx, access) =>
        renameBoard(tx, access, userId, { name }),
      ),
    archive: (userId: string, boardId: string) =>
      writeAsPerson(userId, { ...params, boardId }, openBoardToManage, (tx, access) =>
        archiveBoard(tx, access, userId),
      ),
    restore: (userId: string, boardId: string) =>
      writeAsPerson(userId, { ...params, boardId }, openBoardToManage, (tx, access) =>
        restoreBoard(tx, access, userId),
      ),
    add: (input: { boardId?: string } = {}) =>
      writeAsPerson(member, params, openRoomToWrite, (tx, access) =>
        createTask(tx, access, member, { title: "Task", ...input }),
      ),
    open: () => openAsPerson(guest, params, openRoom),
  };
}

async function addBoard(roomId: string, position: number): Promise<string> {
  const id = newId("brd");
  await database.query(
    "INSERT INTO boards (id, room_id, name, position, created_at) VALUES ($1, $2, 'Second', $3, now())",
    [id, roomId, position],
  );
  return id;
}

const readActs = async (boardId: string) => {
  const rows = await database.query<{ act: string }>(
    "SELECT route AS act FROM audit_log WHERE resource_id = $1 AND surface = 'session' ORDER BY at, id",
    [boardId],
  );
  return rows.map(({ act }) => act);
};
const boardOf = async (taskId: string) => {
  const [task] = await database.query<{ id: string }>("SELECT board_id AS id FROM tasks WHERE id = $1", [taskId]);
  return task?.id;
};

describe("rename a board", () => {
  test("allows members, refuses guests, hides the board from others", async () => {
    const [ours, theirs] = [await makeScene(), await makeScene()];
    await ours.rename(ours.member, ours.first, "Autumn launch");
    expect((await listBoards(await ours.open())).map(({ name }) => name)).toEqual(["Autumn launch", "Second"]);
    expect(await readActs(ours.first)).toEqual(["board.update"]);
    await expect(ours.rename(ours.guest, ours.first)).rejects.toMatchObject({ code: "forbidden" });
    await expect(ours.rename(theirs.manager, ours.first)).rejects.toMatchObject({ code: "room_not_found" });
    for (const boardId of [theirs.first, "brd_no", ""])
      await expect(ours.rename(ours.manager, boardId)).rejects.toMatchObject({ code: "not_found" });
    expect(await readActs(theirs.first)).toEqual([]);
  });
});

describe("archive and restore a board", () => {
  test("allows managers only and changes nothing the second time", async () => {
    const { member, manager, guest, second, archive, restore, open } = await makeScene();
    for (const person of [guest, member])
      await expect(archive(person, second)).rejects.toMatchObject({ code: "forbidden" });
    await archive(manager, second);
    await archive(manager, second);
    expect((await listBoards(await open())).map(({ isArchived }) => isArchived)).toEqual([false, true]);
    await expect(restore(member, second)).rejects.toMatchObject({ code: "forbidden" });
    await restore(manager, second);
    await restore(manager, second);
    expect((await listBoards(await open())).map(({ isArchived }) => isArchived)).toEqual([false, false]);
    expect(await readActs(second)).toEqual(["board.archive", "board.restore"]);
  });

  test("keeps its tasks editable and sends new ones to the first open board, in the shape of /v1", async () => {
    const { manager, member, first, second, params, archive, restore, add, open } = await makeScene();
    const before = await add({ boardId: first });
    await archive(manager, first);
    expect(await boardOf((await add()).id)).toBe(second);
    await expect(add({ boardId: first })).rejects.toMatchObject({
      code: "validation_error",
      details: { issues: [{ path: "boardId", message: "is an archived board: choose an open one" }] },
    });
    const changed = await writeAsPerson(member, { ...params, taskId: before.id }, openTaskToWrite, (tx, access) =>
      updateTask(tx, access, { status: "COMPLETED", version: 1 }),
    );
    expect(changed).toMatchObject({ status: "COMPLETED", version: 2 });
    expect((await listCountedBoards(await open())).map(({ id, tasks }) => [id, tasks])).toEqual([
      [first, 1],
      [second, 1],
    ]);
    const page = () => readPage(LIST_BOARDS, params.roomId, { limit: 10, after: null });
    const [listed, ...others] = await page();
    expect(others).toEqual([]);
    expect(listed).toEqual({
      id: second,
      roomId: params.roomId,
      name: "Second",
      position: 1,
      createdAt: expect.any(String),
    });
    await restore(manager, first);
    expect(await boardOf((await add()).id)).toBe(first);
    expect(await page()).toHaveLength(2);
  });

  test("keeps one open board when both are archived at the same moment", async () => {
    const { manager, first, second, archive, open } = await makeScene();
    const outcomes = await Promise.allSettled([archive(manager, first), archive(manager, second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const boards = await listBoards(await open());
    const [last] = boards.filter(({ isArchived }) => !isArchived);
    await expect(archive(manager, last?.id ?? "")).rejects.toMatchObject({
      code: "validation_error",
      details: { issues: [{ path: "board" }] },
    });
  });
});

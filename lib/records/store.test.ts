import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { forgetBursts } from "../../e2e/support/shared-state";
import { createWorld } from "../../e2e/support/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoomToWrite } from "../access/open-room";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { writeAsPerson } from "../usage/write-as-person";
import { decideApproval, requestApproval, withdrawApproval } from "./approve";
import { changeLifecycle, readRecordState } from "./change-lifecycle";
import { createRecord } from "./create";
import { deleteRecord } from "./delete";
import { openRecord, openRecordToAct, openRecordToWrite } from "./open";
import { listApprovals, listRecordRows, listVersions, readVersions } from "./queries";
import { restoreVersion } from "./restore-version";
import { type RecordChanges, updateRecord } from "./update";

const database = useTestDatabase();
const world = createWorld(database);

interface Scene {
  roomId: string;
  creator: string;
  member: string;
  manager: string;
  owner: string;
  guest: string;
}

async function makeScene(): Promise<Scene> {
  const organization = await world.organization({ seats: 5 });
  const { billingEntityId } = organization;
  const room = await world.room({ organizationId: organization.id, billingEntityId });
  const seat = async (role: number) => {
    const user = await world.user();
    await world.join(organization.id, user.id);
    await world.enter(room.id, user.id, role);
    return user.id;
  };
  const [creator, member, manager, owner, guest] = [
    await seat(20),
    await seat(20),
    await seat(30),
    await seat(40),
    await seat(10),
  ];
  return { roomId: room.id, creator, member, manager, owner, guest };
}

let scene: Scene;
beforeEach(forgetBursts);
beforeAll(async () => {
  scene = await makeScene();
});

/** The verbs as the workspace calls them, bound to one person. */
function act(userId: string, recordId: string, roomId = scene.roomId) {
  const params = { roomId, recordId };
  const move = <Result>(verb: Parameters<typeof writeAsPerson<typeof params, ActionAccess, Result>>[3]) =>
    writeAsPerson(userId, params, openRecordToAct, verb);
  return {
    save: (changes: RecordChanges) =>
      writeAsPerson(userId, params, openRecordToWrite, (tx, access) => updateRecord(tx, access, userId, changes)),
    restore: (version: number) =>
      writeAsPerson(userId, params, openRecordToWrite, (tx, access) => restoreVersion(tx, access, userId, version)),
    request: (comment = "") => move((tx, access) => requestApproval(tx, access, userId, comment)),
    decide: async (isApproved: boolean, comment = "", requestId?: string) => {
      const [open] = await listApprovals(await openAsPerson(userId, params, openRecord));
      const decision = { requestId: requestId ?? open?.id ?? "", isApproved, comment };
      return move((tx, access) => decideApproval(tx, access, userId, decision));
    },
    withdraw: () => move((tx, access) => withdrawApproval(tx, access, userId)),
    move: (name: "lock" | "unlock" | "archive" | "unarchive") =>
      move((tx, access) => changeLifecycle(tx, access, userId, name)),
    remove: (title: string) => move((tx, access) => deleteRecord(tx, access, userId, title)),
    read: () => openAsPerson(userId, params, openRecord),
  };
}
type ActionAccess = Awaited<ReturnType<typeof openRecordToAct>>;

async function makeRecord(input = { title: "Minutes", content: "One\n" }, userId = scene.creator): Promise<string> {
  const params = { roomId: scene.roomId };
  const { id } = await writeAsPerson(userId, params, openRoomToWrite, (tx, room) =>
    createRecord(tx, room, userId, input),
  );
  return id;
}

const readEvents = async (recordId: string) =>
  (
    await database.query<{ type: string }>("SELECT type FROM events WHERE object_id = $1 ORDER BY created_at, type", [
      recordId,
    ])
  ).map(({ type }) => type);

const readStatus = async (recordId: string) =>
  (await database.query<{ status: string }>("SELECT status FROM records WHERE id = $1", [recordId]))[0]?.status;

/** Counts the outcomes: `ok`, or the error's code. */
async function settle(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(attempts)) {
    const name = outcome.status === "fulfilled" ? "ok" : (outcome.reason as { code: string }).code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("versions", () => {
  test("a save keeps the text of before, from every surface; a restore is a save", async () => {
    const id = await makeRecord();
    const { save, restore, read } = act(scene.creator, id);
    await save({ content: "Two\n" });
    await save({ title: "Better minutes" });
    await restore(1);
    const access = await read();
    expect((await listVersions(access)).map(({ version, title }) => [version, title])).toEqual([
      [4, "Minutes"],
      [3, "Better minutes"],
      [2, "Minutes"],
      [1, "Minutes"],
    ]);
    const texts = await readVersions(access, [1, 2, 3, 4, 5]);
    expect(new Map(texts.map(({ version, content }) => [version, content]))).toEqual(
      new Map([
        [4, "One\n"],
        [3, "Two\n"],
        [2, "Two\n"],
        [1, "One\n"],
      ]),
    );
    expect(await readEvents(id)).toEqual(["record.created", ...Array(3).fill("record.updated")]);
    await expect(restore(4)).rejects.toMatchObject({ code: "not_found" });
    await expect(restore(99)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a save that changes nothing keeps nothing, and leaves an approval in force", async () => {
    const id = await makeRecord();
    await act(scene.creator, id).request();
    await act(scene.manager, id).decide(true);
    await expect(act(scene.creator, id).save({ title: "Minutes", content: "One\n" })).resolves.toMatchObject({
      status: "APPROVED",
    });
    expect(await listVersions(await act(scene.creator, id).read())).toHaveLength(1);
  });

  test("of many saves from one version one wins, and none is lost", async () => {
    const id = await makeRecord();
    const { save, read } = act(scene.creator, id);
    const attempts = Array.from({ length: 8 }, (_, n) => save({ content: `${n}`, expectedVersion: 1 }));
    expect(await settle(attempts)).toEqual({ ok: 1, version_conflict: 7 });
    await expect(save({ content: "late", expectedVersion: 1 })).rejects.toMatchObject({
      details: { currentVersion: 2 },
    });
    const free = Array.from({ length: 8 }, (_, n) => save({ content: `free ${n}` }));
    expect(await settle(free)).toEqual({ ok: 8 });
    expect((await listVersions(await read())).map(({ version }) => version)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("the oldest go when there are too many", async () => {
    const id = await makeRecord();
    await database.query("UPDATE records SET version = $2 WHERE id = $1", [id, RECORD_VERSIONS_MAX + 1]);
    await database.query(
      "INSERT INTO record_versions SELECT $1, n, 'Old', '', now() FROM generate_series(1, $2::int) AS n",
      [id, RECORD_VERSIONS_MAX],
    );
    await act(scene.creator, id).save({ content: "new" });
    const versions = await listVersions(await act(scene.guest, id).read());
    expect(versions).toHaveLength(RECORD_VERSIONS_MAX + 1);
    expect(versions.at(-1)?.version).toBe(2);
  });
});

describe("approval", () => {
  test("each step has its events, once, and its place in the history", async () => {
    const id = await makeRecord();
    const [creator, manager] = [act(scene.creator, id), act(scene.manager, id)];
    await creator.request("Please look");
    await creator.withdraw();
    await creator.request();
    await expect(manager.decide(false, "  ")).rejects.toMatchObject({
      details: { issues: [{ path: "comment", message: "comment_missing" }] },
    });
    await manager.decide(false, "Numbers are missing");
    await creator.save({ content: "With numbers\n" });
    await creator.request("Now with numbers");
    await manager.decide(true, "Thank you");
    expect(await readStatus(id)).toBe("APPROVED");
    const counts: Record<string, number> = {};
    for (const type of await readEvents(id)) counts[type] = (counts[type] ?? 0) + 1;
    expect(counts).toEqual({
      "record.created": 1,
      "record.updated": 1,
      "approval.requested": 3,
      "record.approval_requested": 3,
      "approval.withdrawn": 1,
      "approval.rejected": 1,
      "approval.approved": 1,
      "record.approved": 1,
    });
    const history = await listApprovals(await creator.read());
    expect(
      history.map(({ status, comment, decisionComment, version }) => [status, comment, decisionComment, version]),
    ).toEqual([
      ["APPROVED", "Now with numbers", "Thank you", 2],
      ["REJECTED", null, "Numbers are missing", 1],
      ["WITHDRAWN", "Please look", null, 1],
    ]);
  });

  test("an edit takes back what was asked or given for the text of before", async () => {
    const id = await makeRecord();
    const creator = act(scene.creator, id);
    await creator.request();
    await expect(creator.save({ content: "Two\n" })).resolves.toMatchObject({ status: "DRAFT" });
    expect(await readEvents(id)).toContain("approval.withdrawn");
    expect(await listApprovals(await creator.read())).toMatchObject([{ status: "WITHDRAWN" }]);
    await creator.request();
    await act(scene.owner, id).decide(true);
    await expect(creator.save({ content: "Three\n" })).resolves.toMatchObject({ status: "DRAFT" });
    expect((await readEvents(id)).filter((type) => type === "approval.withdrawn")).toHaveLength(1);
  });

  test("approve against withdraw, and approve against reject: one wins, with its events alone", async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await makeRecord();
      const creator = act(scene.creator, id);
      await creator.request();
      const [request] = await listApprovals(await creator.read());
      const attempts = [
        act(scene.manager, id).decide(true, "", request?.id),
        act(scene.owner, id).decide(false, "No", request?.id),
        creator.withdraw(),
        act(scene.owner, id).decide(true, "", request?.id),
      ];
      expect(await settle(round % 2 ? attempts : attempts.reverse())).toEqual({ ok: 1, forbidden: 3 });
      const outcome = (await readEvents(id)).filter((type) => /^approval\.(?!requested)/.test(type));
      expect(outcome).toHaveLength(1);
      const [closed] = await listApprovals(await creator.read());
      expect(outcome[0]).toBe(`approval.${closed?.status.toLowerCase()}`);
    }
  });

  test("a decision is for the request that was seen", async () => {
    const id = await makeRecord();
    const creator = act(scene.creator, id);
    await creator.request();
    const [seen] = await listApprovals(await creator.read());
    await creator.save({ content: "Quite another text\n" });
    await creator.request();
    await expect(act(scene.manager, id).decide(true, "", seen?.id)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readStatus(id)).toBe("PENDING_APPROVAL");
  });

  test("nobody approves their own request while another could", async () => {
    const lonely = await makeScene();
    const id = await makeRecord({ title: "Own", content: "" }, scene.manager);
    await act(scene.manager, id).request();
    await expect(act(scene.manager, id).decide(true)).rejects.toMatchObject({ details: { reason: "own_request" } });
    await database.query("UPDATE room_members SET role = 20 WHERE room_id = $1 AND user_id = ANY($2)", [
      lonely.roomId,
      [lonely.owner],
    ]);
    const params = { roomId: lonely.roomId };
    const own = await writeAsPerson(lonely.manager, params, openRoomToWrite, (tx, room) =>
      createRecord(tx, room, lonely.manager, { title: "Alone" }),
    );
    await act(lonely.manager, own.id, lonely.roomId).request();
    await expect(act(lonely.manager, own.id, lonely.roomId).decide(true)).resolves.toMatchObject({
      status: "APPROVED",
    });
  });
});

describe("locking, archiving, deleting", () => {
  test("what undoes them brings back what was", async () => {
    const id = await makeRecord();
    await act(scene.creator, id).request();
    await act(scene.manager, id).decide(true);
    const manager = act(scene.manager, id);
    for (const [move, status] of [
      ["lock", "LOCKED"],
      ["archive", "ARCHIVED"],
      ["unarchive", "LOCKED"],
      ["unlock", "APPROVED"],
    ] as const)
      await expect(manager.move(move)).resolves.toMatchObject({ status });
    expect((await readEvents(id)).filter((type) => type === "record.updated")).toHaveLength(4);
  });

  test("an edit and a lock at once: the edit is before the lock, or refused", async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await makeRecord();
      const attempts = [act(scene.creator, id).save({ content: "Late\n" }), act(scene.manager, id).move("lock")];
      const outcome = await settle(round % 2 ? attempts : attempts.reverse());
      const [row] = await database.query<{ content: string; status: string; version: number }>(
        "SELECT content, status, version FROM records WHERE id = $1",
        [id],
      );
      expect(row?.status).toBe("LOCKED");
      const isSaved = row?.content === "Late\n";
      expect(outcome).toEqual(isSaved ? { ok: 2 } : { ok: 1, forbidden: 1 });
      expect(row?.version).toBe(isSaved ? 2 : 1);
      expect((await readEvents(id)).filter((type) => type === "record.updated")).toHaveLength(isSaved ? 2 : 1);
    }
  });

  test("a deletion wants the title, happens once, and takes versions and approvals along", async () => {
    const id = await makeRecord({ title: "Plan\n of  autumn", content: "" });
    await act(scene.creator, id).save({ content: "Two" });
    await act(scene.creator, id).request();
    await expect(act(scene.creator, id).remove("Plan")).rejects.toMatchObject({ code: "validation_error" });
    const remove = () => act(scene.creator, id).remove(" Plan of autumn");
    expect(await settle([remove(), remove(), remove()])).toEqual({ ok: 1, not_found: 2 });
    const events = await database.query(
      "SELECT v1_data AS v1 FROM events WHERE object_id = $1 AND type = 'record.deleted'",
      [id],
    );
    expect(events).toEqual([{ v1: { id, title: "Plan\n of  autumn" } }]);
    for (const table of ["record_versions", "approvals"])
      expect(await database.query(`SELECT 1 FROM ${table} WHERE record_id = $1`, [id])).toEqual([]);
  });
});

test("guests read; another room and another tenant find nothing", async () => {
  const id = await makeRecord();
  const guest = act(scene.guest, id);
  await guest.read();
  const attempts = [guest.save({ title: "No" }), guest.request(), guest.move("archive"), guest.remove("Minutes")];
  expect(await settle(attempts)).toEqual({ forbidden: 4 });
  const foreign = await makeScene();
  for (const [stranger, code] of [
    [act(foreign.owner, id, foreign.roomId), "not_found"],
    [act(foreign.owner, id), "room_not_found"],
  ] as const) {
    const tries = [stranger.read(), stranger.save({ title: "No" }), stranger.request(), stranger.move("lock")];
    expect(await settle([...tries, stranger.remove("Minutes")])).toEqual({ [code]: 5 });
  }
  const access = { ...(await act(scene.owner, id).read()), room: await openForeign(foreign) };
  expect([await listVersions(access), await readVersions(access, [1]), await listApprovals(access)]).toEqual([
    [],
    [],
    [],
  ]);
  await expect(readRecordState(access, foreign.owner)).rejects.toMatchObject({ code: "not_found" });
  expect(await readEvents(id)).toEqual(["record.created"]);
});

const openForeign = (foreign: Scene) => openAsPerson(foreign.owner, { roomId: foreign.roomId }, openRoomToWrite);

test("the list is narrowed in the database, newest first, archived ones put away", async () => {
  const { roomId, manager } = await makeScene();
  const params = { roomId };
  const create = (title: string) =>
    writeAsPerson(manager, params, openRoomToWrite, (tx, room) => createRecord(tx, room, manager, { title }));
  const [first, second, third] = [await create("議事録 A"), await create("50% _done_"), await create("Third")];
  await act(manager, third.id, roomId).move("archive");
  const access = await openAsPerson(manager, params, openRoomToWrite);
  const list = async (filter: Partial<Parameters<typeof listRecordRows>[1]>) =>
    (
      await listRecordRows(
        access,
        { status: "", origin: "", text: "", after: "", ...filter },
        { limit: 10, after: filter.after || null },
      )
    ).map(({ id }) => id);
  expect(await list({})).toEqual([second.id, first.id]);
  expect(await list({ status: "all" })).toEqual([third.id, second.id, first.id]);
  expect(await list({ status: "ARCHIVED" })).toEqual([third.id]);
  expect(await list({ text: "議事録 a" })).toEqual([first.id]);
  expect(await list({ text: "% _" })).toEqual([second.id]);
  expect(await list({ origin: "TRANSCRIPT" })).toEqual([]);
  expect(await list({ after: second.id })).toEqual([first.id]);
});

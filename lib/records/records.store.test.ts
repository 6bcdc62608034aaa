import { describe, expect, test } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { openAsPerson } from "../access/open-as-person";
import { openRoomToWrite } from "../access/open-room";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { writeAsPerson } from "../usage/write-as-person";
import { readRecordState } from "./change-lifecycle";
import { createRecord } from "./create";
import { listApprovals, listRecordRows, listVersions, readVersions } from "./queries";

const { database, scene, act, makeScene, makeRecord, readEvents, settle } = useRecordScenes();

describe("versions", () => {
  test("keeps the earlier text on a save or restore from every surface", async () => {
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

  test("stores nothing and keeps the approval on a save without changes", async () => {
    const id = await makeRecord();
    await act(scene.creator, id).request();
    await act(scene.manager, id).decide(true);
    await expect(act(scene.creator, id).save({ title: "Minutes", content: "One\n" })).resolves.toMatchObject({
      status: "APPROVED",
    });
    expect(await listVersions(await act(scene.creator, id).read())).toHaveLength(1);
  });

  test("accepts one of many saves from one version and loses none", async () => {
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

  test("drops the oldest versions beyond the limit", async () => {
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

describe("lock, archive, delete", () => {
  test("restores the earlier status when undone", async () => {
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

  test("applies an edit before a concurrent lock, or refuses it", async () => {
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

  test("deletes once, after the title is typed, with versions and approvals", async () => {
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

test("lets guests read and hides records from other rooms and tenants", async () => {
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

const openForeign = (foreign: typeof scene) => openAsPerson(foreign.owner, { roomId: foreign.roomId }, openRoomToWrite);

test("filters the list in the database, newest first, without archived records", async () => {
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

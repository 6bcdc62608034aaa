import { describe, expect, test } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { openRoomToWrite } from "../access/open-room";
import { writeAsPerson } from "../usage/write-as-person";
import { createRecord } from "./create";
import { listApprovals } from "./queries";

const { database, scene, act, makeScene, makeRecord, readEvents, readStatus, settle } = useRecordScenes();

describe("approval", () => {
  test("records each step's event once and a row of history", async () => {
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

  test("ends an open or given approval when the text is edited", async () => {
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

  test("lets one of two concurrent decisions win, with its events only", async () => {
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

  test("refuses a decision about an earlier request", async () => {
    const id = await makeRecord();
    const creator = act(scene.creator, id);
    await creator.request();
    const [seen] = await listApprovals(await creator.read());
    await creator.save({ content: "Quite another text\n" });
    await creator.request();
    await expect(act(scene.manager, id).decide(true, "", seen?.id)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readStatus(id)).toBe("PENDING_APPROVAL");
  });

  test("refuses self-approval while another manager could decide", async () => {
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

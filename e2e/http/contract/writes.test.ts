import { describe, expect, test } from "vitest";
import { type Answer, atDoors, instant, issuePaths, outcome } from "./doors";
import { useContract } from "./scene";

const contract = useContract();
const { database, world, createScene } = contract;

atDoors(contract, 40, ({ ask, post, patch }) => {
  describe("writes", () => {
    const eventsOf = (objectId: string) =>
      database.query("SELECT type, room_id, organization_id FROM events WHERE object_id = $1 ORDER BY created_at", [
        objectId,
      ]);

    test("a message is posted, and is the newest", async () => {
      const { member, room, roomId, userId, organizationId, messageId } = await createScene();
      const body = "  Grüße, 世界 👋\n";
      const answer = await post(member, `${room}/messages`, { body, replyToMessageId: messageId });
      expect([answer.status, answer.json]).toEqual([
        201,
        { id: expect.stringMatching(/^msg_/), roomId, authorId: userId, body, createdAt: instant, updatedAt: instant },
      ]);
      const list = await ask(member, `${room}/messages?limit=1`);
      expect(list.json.data).toEqual([answer.json]);
      expect(await eventsOf(answer.json.id)).toEqual([
        { type: "message.created", room_id: roomId, organization_id: organizationId },
      ]);
    });

    test("a task is created on the first board, and updated", async () => {
      const { member, room, roomId, userId } = await createScene();
      const created = await post(member, `${room}/tasks`, { title: "Plan", dueDate: "2027-02-03T10:00:00+02:00" });
      const task = {
        id: expect.stringMatching(/^task_/),
        roomId,
        title: "Plan",
        description: null,
        status: "NOT_STARTED",
        dueDate: "2027-02-03T08:00:00.000Z",
        assigneeId: null,
        createdById: userId,
        createdAt: instant,
        updatedAt: instant,
        version: 1,
      };
      expect([created.status, created.json]).toEqual([201, task]);
      const target = `${room}/tasks/${created.json.id}`;
      const change = { status: "COMPLETED", description: "Done", dueDate: null, assigneeId: userId, version: 1 };
      const updated = await patch(member, target, change);
      expect([updated.status, updated.json]).toEqual([200, { ...task, ...change, version: 2 }]);
      expect(updated.json["updatedAt"]).not.toBe(updated.json["createdAt"]);
      const { version: _, ...summary } = updated.json;
      expect((await ask(member, `${room}/tasks?limit=1`)).json.data).toEqual([summary]);
      expect((await ask(member, `${room}/tasks?assigneeId=${userId}`)).json.data).toEqual([summary]);
      expect((await ask(member, `${room}/tasks?assigneeId=${created.json.id}`)).json.data).toEqual([]);
      const unfit = await patch(member, target, { assigneeId: "usr_01jx8w6a00e4pvq2s7n5k3m9td" });
      expect([outcome(unfit), issuePaths(unfit)]).toEqual(["400 validation_error", ["assigneeId"]]);
      expect(await eventsOf(created.json.id)).toMatchObject([{ type: "task.created" }, { type: "task.updated" }]);
    });

    test("a task is changed from the version that was read, or not at all", async () => {
      const { member, room, taskId } = await createScene();
      const target = `${room}/tasks/${taskId}`;
      expect((await patch(member, target, { title: "One", version: 1 })).json["version"]).toBe(2);
      const late = await patch(member, target, { title: "Two", version: 1 });
      expect([outcome(late), late.json.error.details]).toEqual(["409 version_conflict", { currentVersion: 2 }]);
      expect(outcome(await patch(member, target, { title: "Two", version: 0 }))).toBe("409 version_conflict");
      expect((await patch(member, target, { title: "Three" })).json).toMatchObject({ title: "Three", version: 3 });
    });

    test("a record is created and updated", async () => {
      const { member, room, roomId, userId } = await createScene();
      const created = await post(member, `${room}/records`, { title: "Minutes", content: "# Minutes" });
      const record = {
        id: expect.stringMatching(/^rec_/),
        roomId,
        title: "Minutes",
        status: "DRAFT",
        createdById: userId,
        createdAt: instant,
        updatedAt: instant,
      };
      expect([created.status, created.json]).toEqual([201, record]);
      const updated = await patch(member, `${room}/records/${created.json.id}`, { title: "Better minutes" });
      expect([updated.status, updated.json]).toEqual([200, { ...record, title: "Better minutes" }]);
      expect(await eventsOf(created.json.id)).toMatchObject([{ type: "record.created" }, { type: "record.updated" }]);
    });

    test("refuses ids of another room as bad input", async () => {
      const [scene, other] = [await createScene(), await createScene()];
      const boardless = await world.room({
        organizationId: scene.organizationId,
        billingEntityId: scene.billingEntityId,
      });
      await world.enter(boardless.id, scene.userId);
      const cases: [Answer, string][] = [
        [await post(scene.member, `/v1/rooms/${boardless.id}/tasks`, { title: "No" }), "boardId"],
        [await post(scene.member, `${scene.room}/tasks`, { title: "No", boardId: other.boardId }), "boardId"],
        [
          await post(scene.member, `${scene.room}/messages`, { body: "No", replyToMessageId: other.messageId }),
          "replyToMessageId",
        ],
      ];
      for (const [answer, path] of cases)
        expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", [path]]);
    });

    test.each([
      ["messages", {}, ["body"]],
      ["messages", { body: "" }, ["body"]],
      ["messages", { body: 1 }, ["body"]],
      ["messages", { body: "x".repeat(10_001) }, ["body"]],
      ["messages", { body: "nul \u0000" }, ["body"]],
      ["messages", '{"body":"half a pair \\ud800"}', ["body"]],
      ["messages", { body: "Hi", colour: "red", size: 1 }, ["colour", "size"]],
      ["messages", [], [""]],
      ["messages", "null", [""]],
      ["messages", "{", [""]],
      ["tasks", { title: "x".repeat(201) }, ["title"]],
      ["tasks", { title: "Plan", dueDate: "2027-02-30T00:00:00Z" }, ["dueDate"]],
      ["tasks", { title: "Plan", dueDate: "tomorrow" }, ["dueDate"]],
      ["tasks", { title: "Plan", status: "COMPLETED" }, ["status"]],
      ["records", { title: "Minutes", content: null }, ["content"]],
      ["records", { content: "Without a title" }, ["title"]],
    ])("bad input to %s: %j", async (kind, body, paths) => {
      const { member, room, roomId, billingEntityId } = await createScene();
      const answer = await post(member, `${room}/${kind}`, body, { "idempotency-key": "bad" });
      expect([outcome(answer), issuePaths(answer).sort()]).toEqual(["400 validation_error", paths]);
      // Nothing was written, nothing charged, and the key is still free.
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [roomId])).toEqual([]);
      expect(await database.query("SELECT 1 FROM unit_ledger WHERE billing_entity_id = $1", [billingEntityId])).toEqual(
        [],
      );
      const good = kind === "messages" ? { body: "Good" } : { title: "Good" };
      expect(outcome(await post(member, `${room}/${kind}`, good, { "idempotency-key": "bad" }))).toBe("201");
    });

    test.each([
      [{}, [""]],
      [{ version: 1 }, [""]],
      [{ status: "ARCHIVED" }, ["status"]],
      [{ title: "Plan", version: 1.5 }, ["version"]],
      [{ description: null }, ["description"]],
    ])("bad input to a task's update: %j", async (body, paths) => {
      const { member, room, taskId } = await createScene();
      const answer = await patch(member, `${room}/tasks/${taskId}`, body);
      expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", paths]);
    });

    test("a body of another kind is bad input", async () => {
      const { member, room } = await createScene();
      const answer = await post(member, `${room}/messages`, "body=Hi", {
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(outcome(answer)).toBe("400 validation_error");
    });
  });
});

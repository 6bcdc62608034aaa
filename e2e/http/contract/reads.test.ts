import { describe, expect, test } from "vitest";
import { EVENT_CATALOG } from "../../../lib/events/catalog";
import { newId } from "../../../lib/platform/ids";
import { atDoors, INSTANT, instant, outcome } from "./doors";
import { useContract } from "./scene";

const contract = useContract();
const { demo, database, general, org, readOnly, own, createScene } = contract;

atDoors(contract, 10, ({ ask }) => {
  describe("reads", () => {
    test("an organization's key has no person behind it", async () => {
      expect(outcome(await ask(org, "/v1/me"))).toBe("404 not_found");
    });

    test("a person's key reads the profile, in the person's own area", async () => {
      const { status, json } = await ask(own, "/v1/me");
      expect([status, json]).toEqual([
        200,
        {
          id: demo.users.owner.id,
          email: demo.users.owner.email,
          name: "Aiko Tanaka",
          locale: "en",
          organizationId: null,
          billingContext: "individual",
          createdAt: instant,
        },
      ]);
    });

    test("a token reads the profile in the context that it was granted for", async () => {
      const { member, userId, organizationId } = await createScene();
      expect((await ask(member, "/v1/me")).json).toMatchObject({
        id: userId,
        organizationId,
        billingContext: "organization",
      });
    });

    test("organizations: an organization's key sees its own, a person's area has none", async () => {
      const acme = {
        id: demo.organizations.acme.id,
        name: "Acme",
        description: "Makes everything, delivers anywhere",
        isActive: true,
        createdAt: instant,
      };
      expect((await ask(org, "/v1/organizations")).json).toEqual({ data: [acme], nextCursor: null });
      expect((await ask(own, "/v1/organizations")).json).toEqual({ data: [], nextCursor: null });
      const scene = await createScene();
      const [mine] = (await ask(scene.member, "/v1/organizations")).json.data;
      expect(mine).toEqual({
        id: scene.organizationId,
        name: expect.any(String),
        description: null,
        isActive: true,
        createdAt: instant,
      });
    });

    test("rooms: those of the context, newest first, no direct messages", async () => {
      const ofAcme = (id: string, roomName: string) => ({
        id,
        name: roomName,
        roomType: 0,
        organizationId: demo.organizations.acme.id,
        createdById: demo.users.owner.id,
        createdAt: instant,
        updatedAt: instant,
      });
      expect((await ask(org, "/v1/rooms")).json).toEqual({
        data: [ofAcme(demo.rooms.noBoard.id, "Ideas"), ofAcme(demo.rooms.general.id, "General")],
        nextCursor: null,
      });
      const { json } = await ask(own, "/v1/rooms");
      expect(json.data).toEqual([{ ...ofAcme(demo.rooms.personal.id, "Aiko's notes"), organizationId: null }]);
    });

    test("members, the last to come first", async () => {
      const member = (userId: string, role: number, displayName: string) => ({
        userId,
        role,
        joinedAt: null,
        displayName,
      });
      const { guest, member: ben, owner } = demo.users;
      const data = [
        member(guest.id, 10, "Chloé Martin"),
        member(ben.id, 20, "Ben Carter"),
        member(owner.id, 40, "Aiko Tanaka"),
      ];
      expect((await ask(readOnly, `${general}/members`)).json).toEqual({ data, nextCursor: null });
    });

    test.each([
      ["messages", ["authorId", "body", "createdAt", "id", "roomId", "updatedAt"], 11],
      [
        "tasks",
        [
          "assigneeId",
          "createdAt",
          "createdById",
          "description",
          "dueDate",
          "id",
          "roomId",
          "status",
          "title",
          "updatedAt",
        ],
        5,
      ],
      ["records", ["createdAt", "createdById", "id", "roomId", "status", "title", "updatedAt"], 6],
    ])("%s of the demo: every field, newest first", async (kind, fields, atLeast) => {
      const { json } = await ask(readOnly, `${general}/${kind}`);
      expect(json.nextCursor).toBeNull();
      expect(json.data.length).toBeGreaterThanOrEqual(atLeast);
      for (const row of json.data) {
        expect(Object.keys(row).sort()).toEqual(fields);
        expect([row["roomId"], row["createdAt"], row["updatedAt"]]).toEqual([demo.rooms.general.id, instant, instant]);
      }
      const times = json.data.map((row) => String(row["createdAt"]));
      expect(times).toEqual([...times].sort().reverse());
      const ids = json.data.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
    });

    test("tasks: an unset field is null, never absent", async () => {
      const { json } = await ask(readOnly, `${general}/tasks`);
      expect(json.data.some(({ dueDate }) => dueDate === null)).toBe(true);
      expect(json.data.some(({ dueDate }) => INSTANT.test(String(dueDate)))).toBe(true);
      expect(json.data.some(({ description }) => description === null)).toBe(true);
      expect(json.data.find(({ id }) => id === demo.tasks.open.id)).toMatchObject({
        title: "Write the release notes",
        status: "NOT_STARTED",
        createdById: demo.users.owner.id,
      });
    });

    test("files: metadata, newest first, none that is still on its way", async () => {
      const scene = await createScene();
      const at = new Date();
      const insert = async (source: string, state: string, messageId: string | null, taskId: string | null) => {
        const id = newId("file");
        await database.query(
          `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, message_id, task_id, uploaded_by_id, storage_key, created_at)
           VALUES ($1, $2, 'plan.pdf', 4096, 'application/pdf', $3::file_source, $4::file_state, $5, $6, $7, $1, $8)`,
          [id, scene.roomId, source, state, messageId, taskId, scene.userId, at],
        );
        return id;
      };
      const chat = await insert("CHAT", "READY", scene.messageId, null);
      const task = await insert("TASK", "READY", null, scene.taskId);
      await insert("BOARD", "UPLOADING", null, null);
      const memo = await insert("MEMO", "READY", null, null);
      const file = (id: string, source: string, messageId: string | null, taskId: string | null) => ({
        id,
        roomId: scene.roomId,
        fileName: "plan.pdf",
        size: 4096,
        mimeType: "application/pdf",
        source,
        messageId,
        taskId,
        uploadedById: scene.userId,
        createdAt: at.toISOString(),
      });
      expect((await ask(scene.member, `${scene.room}/files`)).json).toEqual({
        data: [
          file(memo, "memo", null, null),
          file(task, "task", null, scene.taskId),
          file(chat, "chat", scene.messageId, null),
        ],
        nextCursor: null,
      });
    });

    test("event types: the catalog, and nothing around it", async () => {
      const { json } = await ask(own, "/v1/event-types");
      expect(json).toEqual({
        data: EVENT_CATALOG.map(({ type, description, stable }) => ({ type, description, stable })),
      });
      expect(json.data.filter(({ stable }) => stable === true)).toHaveLength(14);
    });
  });
});

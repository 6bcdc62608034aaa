import { describe, expect, test } from "vitest";
import { newId } from "../../../lib/platform/ids";
import { type Ask, atDoors, outcome } from "./doors";
import { useContract, type Who } from "./scene";

const contract = useContract();
const { demo, database, world, general, org, readOnly, own, tokenHolder, createScene, insertRecord, organizationKey } =
  contract;

atDoors(contract, 25, ({ id, ask, post, patch }) => {
  describe("hidden resources", () => {
    /** Apart from the date the responses are equal to the byte. */
    async function collect(who: Who, targets: readonly string[], options: Ask = {}): Promise<Set<string>> {
      const seen = new Set<string>();
      for (const target of targets) {
        const { status, headers, text } = await ask(who, target, {
          ...options,
          headers: { "x-request-id": `same-${id}` },
        });
        seen.add(JSON.stringify([status, [...headers].filter(([header]) => header !== "date"), text]));
      }
      return seen;
    }
    const hidden = (own: string) => [
      newId("room"),
      demo.rooms.dm.id,
      demo.rooms.foreign.id,
      own,
      "room_1",
      "%00",
      "x".repeat(300),
    ];

    test.each(["members", "messages", "boards", "tasks", "records", "files", "events"])(
      "%s: gives the response of an unknown resource",
      async (kind) => {
        const targets = hidden(demo.rooms.personal.id).map((id) => `/v1/rooms/${id}/${kind}`);
        const seen = await collect(readOnly, targets);
        expect([...seen]).toHaveLength(1);
        expect([...seen][0]).toContain("room_not_found");
        expect([...seen][0]).toMatch(/^\[404,/);
        const ofPerson = await collect(
          own,
          hidden(demo.rooms.general.id).map((id) => `/v1/rooms/${id}/${kind}`),
        );
        expect([...ofPerson]).toEqual([...seen]);
      },
    );

    test("writes: the same", async () => {
      const scene = await createScene();
      const notMine = await world.room({
        organizationId: scene.organizationId,
        billingEntityId: scene.billingEntityId,
      });
      const rooms = hidden(notMine.id);
      const cases = [
        ["POST", "messages", { body: "No" }],
        ["POST", "tasks", { title: "No" }],
        ["POST", "records", { title: "No" }],
        ["PATCH", `tasks/${scene.taskId}`, { title: "No" }],
        ["GET", `tasks/${scene.taskId}`, undefined],
        ["GET", `records/${scene.recordId}`, undefined],
        ["GET", `messages/${scene.messageId}`, undefined],
        ["PATCH", `records/${scene.recordId}`, { title: "No" }],
      ] as const;
      const all = new Set<string>();
      for (const [method, rest, body] of cases)
        for (const seen of await collect(
          scene.member,
          rooms.map((id) => `/v1/rooms/${id}/${rest}`),
          { method, body },
        ))
          all.add(seen);
      expect([...all]).toHaveLength(1);
      expect([...all][0]).toContain("room_not_found");
    });

    test("tasks and records of another room are not found in this one", async () => {
      const [mine, theirs] = [await createScene(), await createScene()];
      for (const [kind, foreign, prefix] of [
        ["tasks", theirs.taskId, "task"],
        ["records", theirs.recordId, "rec"],
      ] as const) {
        const targets = [newId(prefix), foreign, "nothing", "%00"].map((id) => `${mine.room}/${kind}/${id}`);
        const seen = await collect(mine.member, targets, { method: "PATCH", body: { title: "No" } });
        expect([...seen]).toHaveLength(1);
        expect([...seen][0]).toContain('\\"not_found\\"');
      }
    });
  });

  describe("forbidden writes", () => {
    test("without the scope nothing, before the room is looked at", async () => {
      const scene = await createScene();
      const key = await organizationKey(scene, ["organizations:read"]);
      const reads = [
        "/v1/me",
        "/v1/rooms",
        "/v1/event-types",
        "/v1/search?q=hello",
        `/v1/rooms/${newId("room")}/messages`,
        `${scene.room}/files`,
      ];
      const scopes = ["me:read", "rooms:read", "events:read", "rooms:read", "messages:read", "files:read"];
      for (const [n, target] of reads.entries()) {
        const answer = await ask(key, target);
        expect([outcome(answer), answer.json.error.details]).toEqual([
          "403 insufficient_scope",
          { requiredScope: scopes[n] },
        ]);
      }
      const poor = {
        userId: scene.userId,
        billingEntityId: scene.billingEntityId,
        organizationId: scene.organizationId,
      };
      const token = await tokenHolder({ ...poor, scopes: ["messages:read"] });
      expect(outcome(await post(token, `${scene.room}/messages`, { body: "No" }))).toBe("403 insufficient_scope");
      expect(outcome(await ask(token, `${scene.room}/messages`))).toBe("200");
    });

    test("keys and agents do not write, guests neither", async () => {
      const scene = await createScene();
      const ids = { billingEntityId: scene.billingEntityId, organizationId: scene.organizationId };
      const agent = await tokenHolder({ ...ids, userId: scene.userId, actorType: "AGENT" });
      const guest = await world.user();
      await world.join(scene.organizationId, guest.id, 10);
      await world.enter(scene.roomId, guest.id, 10);
      const guestToken = await tokenHolder({ ...ids, userId: guest.id });
      for (const who of [await organizationKey(scene), org, own, agent, guestToken]) {
        const room = who === org ? general : who === own ? `/v1/rooms/${demo.rooms.personal.id}` : scene.room;
        expect(outcome(await post(who, `${room}/messages`, { body: "No" }))).toBe("403 forbidden");
        expect(outcome(await post(who, `${room}/tasks`, { title: "No" }))).toBe("403 forbidden");
        expect(outcome(await post(who, `${room}/records`, { title: "No" }))).toBe("403 forbidden");
      }
      for (const who of [agent, guestToken]) {
        expect(outcome(await ask(who, `${scene.room}/messages`))).toBe("200");
        expect(outcome(await patch(who, `${scene.room}/tasks/${scene.taskId}`, { title: "No" }))).toBe("403 forbidden");
        expect(outcome(await patch(who, `${scene.room}/records/${scene.recordId}`, { title: "No" }))).toBe(
          "403 forbidden",
        );
      }
      // The refusal comes before the room is read: a key learns nothing of rooms.
      expect(outcome(await post(org, `/v1/rooms/${newId("room")}/messages`, { body: "No" }))).toBe("403 forbidden");
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.roomId])).toEqual([]);
    });

    test("only the creator changes a record, and no one once it is locked or archived", async () => {
      const scene = await createScene();
      const colleague = await world.user();
      const theirs = await insertRecord({ roomId: scene.roomId, createdById: colleague.id });
      const locked = await insertRecord({ roomId: scene.roomId, createdById: scene.userId, status: "LOCKED" });
      const archived = await insertRecord({ roomId: scene.roomId, createdById: scene.userId, status: "ARCHIVED" });
      for (const id of [theirs, locked, archived])
        expect(outcome(await patch(scene.member, `${scene.room}/records/${id}`, { title: "No" }))).toBe(
          "403 forbidden",
        );
      expect(await database.query("SELECT 1 FROM records WHERE room_id = $1 AND title = 'No'", [scene.roomId])).toEqual(
        [],
      );
    });
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../lib/platform/ids";
import { type Answer, atDoors, issuePaths, outcome, type Row } from "./doors";
import { type Scene, useContract } from "./scene";

const contract = useContract();
const { database, world, createScene, insertRecord, organizationKey } = contract;

atDoors(contract, 80, ({ otherUrl, ask, post }) => {
  describe("paging", () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await createScene();
      const many = (n: number) => Array.from({ length: n }, (_, index) => index);
      for (const n of many(6))
        await database.query(
          "INSERT INTO messages (id, room_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
          [newId("msg"), scene.roomId, `Message ${n}`, new Date()],
        );
      for (const _ of many(4)) {
        await database.query(
          "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', $4, $4)",
          [newId("task"), scene.roomId, scene.boardId, new Date()],
        );
        await insertRecord({ roomId: scene.roomId, createdById: scene.userId });
        await world.enter(scene.roomId, (await world.user()).id, null);
        await world.room({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
        await database.query(
          `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
           VALUES ($1, $2, 'a.txt', 1, 'text/plain', 'MEMO', 'READY', $3, $1, $4)`,
          [newId("file"), scene.roomId, scene.userId, new Date()],
        );
      }
    });

    test.each([
      ["rooms", 5],
      ["members", 5],
      ["messages", 7],
      ["tasks", 5],
      ["records", 5],
      ["files", 4],
    ])("%s: pages of 1, 2 and 3 hold what one page holds, without gaps or repeats", async (kind, total) => {
      const key = await organizationKey(scene);
      const list = kind === "rooms" ? "/v1/rooms" : `${scene.room}/${kind}`;
      const whole = (await ask(key, list)).json;
      expect([whole.data.length, whole.nextCursor]).toEqual([total, null]);
      for (const limit of [1, 2, 3]) {
        const rows: Row[] = [];
        let cursor: string | null = null;
        let pages = 0;
        do {
          const query: string = cursor === null ? "" : `&cursor=${cursor}`;
          const { json } = await ask(key, `${list}?limit=${limit}${query}`);
          expect(json.data.length).toBe(Math.min(limit, total - rows.length));
          rows.push(...json.data);
          cursor = json.nextCursor;
          if (cursor !== null) expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
          pages += 1;
        } while (cursor !== null && pages < 20);
        expect(rows).toEqual(whole.data);
        expect(pages).toBe(Math.ceil(total / limit));
      }
    });

    test("a row that comes between two pages shifts nothing", async () => {
      const fresh = await createScene();
      await post(fresh.member, `${fresh.room}/messages`, { body: "second" });
      const first = (await ask(fresh.member, `${fresh.room}/messages?limit=1`)).json;
      await post(fresh.member, `${fresh.room}/messages`, { body: "third" });
      const next = (await ask(fresh.member, `${fresh.room}/messages?limit=1&cursor=${first.nextCursor}`)).json;
      expect([first.data[0]?.["body"], next.data[0]?.["body"], next.nextCursor]).toEqual(["second", "Message", null]);
    });

    test("a cursor of one door opens at the other", async () => {
      const key = await organizationKey(scene);
      const response = await fetch(`${otherUrl}${scene.room}/messages?limit=3`, { headers: key.headers });
      const { nextCursor, data } = (await response.json()) as Answer["json"];
      const rest = (await ask(key, `${scene.room}/messages?cursor=${nextCursor}`)).json;
      expect([...data, ...rest.data].map(({ id }) => id)).toEqual(
        (await ask(key, `${scene.room}/messages`)).json.data.map(({ id }) => id),
      );
    });

    test("a cursor of another list, an altered one and none at all are bad input", async () => {
      const key = await organizationKey(scene);
      const cursor = (await ask(key, `${scene.room}/messages?limit=1`)).json.nextCursor ?? "";
      const altered = [0, 5, 20, 40, cursor.length - 1].map(
        (at) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1),
      );
      const targets = [
        `${scene.room}/tasks?cursor=${cursor}`,
        `/v1/rooms?cursor=${cursor}`,
        ...[...altered, `${cursor}A`, cursor.slice(0, -1), `${cursor}=`, "", "%00", scene.messageId].map(
          (bad) => `${scene.room}/messages?cursor=${bad}`,
        ),
        `${scene.room}/messages?cursor=${cursor}&cursor=${cursor}`,
      ];
      for (const target of targets) {
        const answer = await ask(key, target);
        expect([target, outcome(answer), issuePaths(answer)]).toEqual([
          target,
          "400 validation_error",
          ["query.cursor"],
        ]);
      }
    });

    test.each(["0", "201", "abc", "-1", "1.5", "1e2", "", "%201", "1&limit=1", "99999999999999999999"])(
      "limit=%s is bad input, never clamped",
      async (limit) => {
        const answer = await ask(await organizationKey(scene), `/v1/rooms?limit=${limit}`);
        expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", ["query.limit"]]);
        // It counted towards the burst, but cost nothing.
        expect(answer.headers.has("svc-api-units-cost")).toBe(false);
      },
    );

    test("limit=1 and limit=200 are not", async () => {
      const key = await organizationKey(scene);
      for (const limit of [1, 200]) expect((await ask(key, `/v1/rooms?limit=${limit}`)).status).toBe(200);
    });
  });
});

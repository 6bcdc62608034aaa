import { describe, expect, test } from "vitest";
import { type Answer, atDoors, issuePaths, outcome, ownHeaders, SUCCESS_HEADERS } from "./doors";
import { useContract } from "./scene";

const contract = useContract();
const { database, tokenHolder, createScene } = contract;

atDoors(contract, 10, ({ otherUrl, post, patch }) => {
  describe("idempotency", () => {
    const used = (answer: Answer) => answer.headers.get("svc-api-units-used");

    test("repeats the response at both doors, and charges once", async () => {
      const { member, room, roomId } = await createScene();
      const key = { "idempotency-key": "k 1 – ü".normalize().replaceAll(/[^ -~]/g, "_") };
      const first = await post(member, `${room}/tasks`, { title: "Once", description: "Only" }, key);
      // The order of members is not part of the request.
      const again = await post(member, `${room}/tasks`, { description: "Only", title: "Once" }, key);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
      expect([first, again].map(({ headers }) => headers.get("svc-api-units-cost"))).toEqual(["3", "0"]);
      expect([used(first), used(again)]).toEqual(["3", "3"]);
      expect(ownHeaders(again)).toEqual([...SUCCESS_HEADERS, "idempotent-replayed"].sort());
      const elsewhere = await fetch(`${otherUrl}${room}/tasks`, {
        method: "POST",
        headers: { ...member.headers, ...key, "content-type": "application/json" },
        body: JSON.stringify({ title: "Once", description: "Only" }),
      });
      expect([elsewhere.status, await elsewhere.text()]).toEqual([201, first.text]);
      expect(elsewhere.headers.get("idempotent-replayed")).toBe("true");
      expect(await database.query("SELECT 1 FROM tasks WHERE room_id = $1 AND title = 'Once'", [roomId])).toHaveLength(
        1,
      );
    });

    test("another request under the same key is a mismatch", async () => {
      const { member, room, taskId } = await createScene();
      const key = { "idempotency-key": "k" };
      await post(member, `${room}/messages`, { body: "One" }, key);
      for (const answer of [
        await post(member, `${room}/messages`, { body: "Two" }, key),
        await post(member, `${room}/tasks`, { title: "One" }, key),
        await patch(member, `${room}/tasks/${taskId}`, { title: "One" }, key),
      ])
        expect([outcome(answer), answer.json.error.details]).toEqual([
          "409 idempotency_conflict",
          { reason: "mismatch" },
        ]);
    });

    test("after 24 hours the result is gone, and the write is not done again", async () => {
      const { member, room, roomId, userId } = await createScene();
      const key = { "idempotency-key": "old" };
      await post(member, `${room}/messages`, { body: "One" }, key);
      await database.query("UPDATE idempotency_keys SET created_at = $2 WHERE user_id = $1", [
        userId,
        new Date(Date.now() - 24 * 60 * 60 * 1000),
      ]);
      // The other door has not seen this key, and must not find it fresh.
      const response = await fetch(`${otherUrl}${room}/messages`, {
        method: "POST",
        headers: { ...member.headers, ...key, "content-type": "application/json" },
        body: JSON.stringify({ body: "One" }),
      });
      const { error } = (await response.json()) as Answer["json"];
      expect([response.status, error.code, error.details]).toEqual([
        409,
        "idempotency_conflict",
        { reason: "result_unavailable" },
      ]);
      expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1 AND body = 'One'", [roomId])).toHaveLength(
        1,
      );
    });

    test("two people, or two apps of one person, do not share a key", async () => {
      const { member, room, userId, billingEntityId, organizationId } = await createScene();
      const other = await tokenHolder({ userId, billingEntityId, organizationId });
      const key = { "idempotency-key": "k" };
      const [one, two] = [
        await post(member, `${room}/messages`, { body: "Hi" }, key),
        await post(other, `${room}/messages`, { body: "Hi" }, key),
      ];
      expect([one.status, two.status]).toEqual([201, 201]);
      expect(one.json.id).not.toBe(two.json.id);
    });

    test("a key has 1 to 255 characters", async () => {
      const { member, room } = await createScene();
      const send = (key: string) => post(member, `${room}/messages`, { body: "Hi" }, { "idempotency-key": key });
      expect(outcome(await send("k".repeat(255)))).toBe("201");
      const answer = await send("k".repeat(256));
      expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", ["Idempotency-Key"]]);
      expect(outcome(await send(""))).toBe("400 validation_error");
    });
  });
});

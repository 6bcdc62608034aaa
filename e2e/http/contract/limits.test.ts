import { describe, expect, test } from "vitest";
import { atDoors, outcome, ownHeaders, SUCCESS_HEADERS, TRANSPORT } from "./doors";
import { keyHolder, useContract } from "./scene";

const contract = useContract();
const { world, createScene } = contract;

atDoors(contract, 35, ({ ask, post }) => {
  describe("limits", () => {
    const monthEnd = () =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)).toISOString();

    test("a success names the remaining quota, by exactly these headers", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const answer = await ask(keyHolder(key, { userId: user.id }), "/v1/me");
      expect(ownHeaders(answer)).toEqual(SUCCESS_HEADERS);
      const { "ratelimit-reset": reset, ...headers } = Object.fromEntries(
        [...answer.headers].filter(([header]) => !TRANSPORT.includes(header)),
      );
      expect(headers).toEqual({
        "access-control-allow-origin": "*",
        "access-control-expose-headers": expect.stringContaining("svc-api-units-remaining"),
        "cache-control": "no-store",
        "content-type": "application/json; charset=utf-8",
        "x-content-type-options": "nosniff",
        "x-request-id": answer.headers.get("x-request-id"),
        "ratelimit-limit": "120",
        "ratelimit-remaining": "119",
        "ratelimit-policy": "120;w=60",
        "svc-ratelimit-scope": "api_key",
        "svc-ratelimit-subject": key.id,
        "svc-api-units-limit": "20000",
        "svc-api-units-remaining": "19999",
        "svc-api-units-used": "1",
        "svc-api-units-cost": "1",
        "svc-api-units-reset": monthEnd(),
      });
      expect(Number(reset)).toBeGreaterThanOrEqual(1);
      expect(Number(reset)).toBeLessThanOrEqual(60);
    });

    test("a write is counted by its own window, and costs 3", async () => {
      const scene = await createScene();
      const { headers } = await post(scene.member, `${scene.room}/messages`, { body: "Hi" });
      expect(
        [
          "ratelimit-limit",
          "ratelimit-remaining",
          "ratelimit-policy",
          "svc-ratelimit-scope",
          "svc-ratelimit-subject",
        ].map((h) => headers.get(h)),
      ).toEqual(["30", "29", "30;w=60", "endpoint", scene.userId]);
      expect(["limit", "remaining", "used", "cost"].map((h) => headers.get(`svc-api-units-${h}`))).toEqual([
        "1000000",
        "999997",
        "3",
        "3",
      ]);
    });

    test("an unlimited plan leaves the units' limit out", async () => {
      const scene = await createScene({ plan: "UNLIMITED" });
      const answer = await ask(scene.member, "/v1/me");
      const absent = ["svc-api-units-limit", "svc-api-units-remaining"];
      expect(ownHeaders(answer)).toEqual(SUCCESS_HEADERS.filter((header) => !absent.includes(header)));
      expect(answer.headers.get("svc-api-units-used")).toBe("1");
    });

    test("responds 429 when the month's units are used up, and charges no one", async () => {
      const scene = await createScene({ seats: 2 });
      await world.useUpUnits(scene.billingEntityId, 39_998);
      const answer = await post(scene.member, `${scene.room}/messages`, { body: "No" });
      expect([outcome(answer), answer.json.error.details]).toEqual([
        "429 api_units_exceeded",
        { kind: "monthly_units", limit: 40_000, remaining: 2, resetAt: monthEnd() },
      ]);
      expect(ownHeaders(answer)).toEqual([...SUCCESS_HEADERS, "link", "retry-after"].sort());
      expect(["limit", "remaining", "used", "cost"].map((h) => answer.headers.get(`svc-api-units-${h}`))).toEqual([
        "40000",
        "2",
        "39998",
        "0",
      ]);
      const waitMs = Number(answer.headers.get("retry-after")) * 1000 - (Date.parse(monthEnd()) - Date.now());
      expect(Math.abs(waitMs)).toBeLessThan(10_000);
      // A read still fits.
      expect(outcome(await ask(scene.member, `${scene.room}/messages`))).toBe("200");
    });

    test("a person's 31st write of a minute: 429, and nothing is taken from the other windows", async () => {
      const readMinute = () => Math.floor(Date.now() / 60_000);
      const writeInTurn = async () => {
        const [scene, minute] = [await createScene(), readMinute()];
        for (let n = 0; n < 30; n += 1)
          expect(outcome(await post(scene.member, `${scene.room}/messages`, { body: `${n}` }))).toBe("201");
        const answer = await post(scene.member, `${scene.room}/messages`, { body: "No" });
        const list = await ask(scene.member, "/v1/rooms");
        return { answer, list, isOneMinute: readMinute() === minute };
      };
      // Writes of two minutes say nothing about the limit of one.
      let turn = await writeInTurn();
      while (!turn.isOneMinute) turn = await writeInTurn();
      const { answer, list } = turn;
      const retryAfterSeconds = Number(answer.headers.get("retry-after"));
      expect([outcome(answer), answer.json.error.details]).toEqual([
        "429 rate_limit_exceeded",
        { kind: "burst", scope: "endpoint", retryAfterSeconds },
      ]);
      expect(retryAfterSeconds).toBe(Number(answer.headers.get("ratelimit-reset")));
      expect(ownHeaders(answer)).toEqual([...SUCCESS_HEADERS, "link", "retry-after"].sort());
      expect([answer.headers.get("ratelimit-remaining"), answer.headers.get("svc-api-units-cost")]).toEqual(["0", "0"]);
      expect(list.headers.get("ratelimit-remaining")).toBe("89");
    });
  });
});

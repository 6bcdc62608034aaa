import { toUUID } from "typeid-js";
import { describe, expect, it } from "vitest";
import { isEventId, isId, lowestId, newEventId, newId, newIdAt, newRequestId, uuidHead } from "./ids";

const MANY = 20_000;
const instants = [0, 1, 1_023, 1_024, 2 ** 20 - 1, 2 ** 31, 2 ** 32, 2 ** 40 - 1, 2 ** 40, 1_795_000_000_000, 2 ** 47];
const readMs = (id: string) =>
  Number.parseInt(
    toUUID(id as never)
      .slice(0, 13)
      .replace("-", ""),
    16,
  );

describe("ids", () => {
  it("are TypeIDs of a UUIDv7", () => {
    const ids = Array.from({ length: MANY }, () => newId("msg"));
    expect(ids.filter((id) => !isId("msg", id))).toEqual([]);
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !form.test(toUUID(id as never)))).toEqual([]);
  });

  it("sort by creation and are never the same", () => {
    const ids = Array.from({ length: MANY }, () => newId("msg"));
    // The counter of a process wraps once in two thousand million ids.
    const falls = ids.filter((id, index) => id <= (ids[index - 1] ?? "")).length;
    expect(falls).toBeLessThanOrEqual(1);
    expect(new Set(ids).size).toBe(MANY);
  });

  it.each(instants)("name the instant %i", (ms) => {
    const at = new Date(ms);
    const [first, second] = [newIdAt("whd", at), newIdAt("whd", at)];
    expect([readMs(first), readMs(second)]).toEqual([ms, ms]);
    expect(lowestId("whd", at) < first).toBe(true);
    expect(lowestId("whd", new Date(ms + 1)) > first).toBe(true);
  });

  it.each(instants)("begin a UUIDv7 of the instant %i", (ms) => {
    expect(uuidHead(new Date(ms))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7$/);
    expect(Number.parseInt(uuidHead(new Date(ms)).slice(0, 13).replace("-", ""), 16)).toBe(ms);
  });

  it("have random parts", () => {
    const at = new Date(0);
    const tails = Array.from({ length: 1_000 }, () => newIdAt("whd", at).slice(-8));
    expect(new Set(tails).size).toBe(tails.length);
  });

  it("of requests and events have their own forms", () => {
    expect(newRequestId()).toMatch(/^req_0[0-9a-hjkmnp-tv-z]{25}$/);
    const ids = Array.from({ length: MANY }, newEventId);
    expect(ids.every(isEventId)).toBe(true);
    expect(new Set(ids).size).toBe(MANY);
  });
});

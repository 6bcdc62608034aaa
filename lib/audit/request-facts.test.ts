import { expect, test } from "vitest";
import { type RequestFacts, readFacts, writeFacts } from "./request-facts";

test.each<[string, RequestFacts]>([
  ["nothing", {}],
  ["times alone", { t: [40, null, 0, 310] }],
  ["units without a burst", { t: [1], u: [null, 7, 1] }],
  ["a burst without units", { t: [1], b: [["actor", 120, 0]], x: "actor" }],
  [
    "everything",
    {
      t: [40, 1, null, 310],
      s: 5,
      p: { taskId: null, recordId: "rec_1" },
      q: ["limit"],
      a: 'client/1.2 {"}; ,',
      n: "192.0.2.0/24",
      b: [
        ["endpoint", 30, 29],
        ["organization", 300, 0],
      ],
      x: "organization",
      u: [20_000, 312, 3],
      k: "new",
      o: 20,
      m: "msg_1",
      v: ["evt_1", "evt_2"],
      e: { reason: "mismatch", fields: ["title"] },
    },
  ],
])("facts are read as they were written: %s", (_, facts) => {
  expect(readFacts(writeFacts(facts))).toEqual(facts);
});

test("adds the events of the transaction", () => {
  expect(readFacts(writeFacts({ m: "msg_1" }, ["evt_1"]))).toEqual({ m: "msg_1", v: ["evt_1"] });
});

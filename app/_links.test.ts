import { expect, test } from "vitest";
import { readDeliveryQuery } from "@/lib/webhooks/history/delivery-filter";
import { writeQuery } from "./_links";

const read = (query: string) => {
  const given = new URLSearchParams(query);
  return readDeliveryQuery((name) => given.get(name) ?? "");
};

test("writes a filter as the screens read it, without its empty members", () => {
  const query = read("state=HELD&from=2026-06-01T00:00");
  expect(read(writeQuery({ ...query }))).toEqual(query);
  expect(writeQuery({ state: "", event: "" })).toBe("");
});

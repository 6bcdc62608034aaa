import { describe, expect, test } from "vitest";
import { newId } from "../../platform/ids";
import { readRunQuery, toRunFilter } from "./run-filter";

const NOW = new Date("2026-11-21T12:00:00Z");
const read = (address: string) => {
  const given = new URLSearchParams(address);
  return toRunFilter(
    readRunQuery((name) => given.get(name) ?? ""),
    NOW,
  );
};

describe("the filters of runs", () => {
  const [connectorId, roomId] = [newId("conn"), newId("room")];
  test.each([
    ["", {}],
    ["state=timed_out&action=reply-to-room", { state: "timed_out", action: "reply-to-room" }],
    [`connector=${connectorId}&room=${roomId}`, { connectorId, roomId }],
    ["since=24h", { from: new Date("2026-11-20T12:00:00Z") }],
    ["state=TIMED_OUT&action=drop&since=1y&connector=conn_x&room=' OR 1=1", {}],
    [`connector=${roomId}&since=toString`, {}],
  ])("%s", (address, filter) => {
    expect(read(address)).toEqual(filter);
  });
});

import { describe, expect, it } from "vitest";
import { type EventRow, foldTimeline } from "./timeline";

const START = Date.parse("2026-01-01T00:00:00.000Z");

function build(...events: [kind: EventRow["kind"], address: string, userAgent?: string | null][]): EventRow[] {
  return events
    .map(([kind, address, userAgent = "curl/8.5"], hour) => ({
      id: String(hour),
      kind,
      address,
      userAgent,
      at: new Date(START + hour * 3_600_000),
    }))
    .reverse();
}

describe("a timeline", () => {
  it("folds refreshes in a row from one place, and nothing else", () => {
    const entries = foldTimeline(
      build(
        ["approved", "a"],
        ["issued", "b"],
        ["refreshed", "b"],
        ["refreshed", "b"],
        ["refreshed", "b"],
        ["refreshed", "c"],
        ["refreshed", "c", null],
        ["reused", "b"],
        ["revoked", "b"],
      ),
    );
    expect(entries.map(({ kind, address, count }) => [kind, address, count])).toEqual([
      ["revoked", "b", 1],
      ["reused", "b", 1],
      ["refreshed", "c", 1],
      ["refreshed", "c", 1],
      ["refreshed", "b", 3],
      ["issued", "b", 1],
      ["approved", "a", 1],
    ]);
    expect(entries[4]).toMatchObject({ since: "2026-01-01T02:00:00.000Z", at: "2026-01-01T04:00:00.000Z" });
  });

  it("never folds reuse, replay or revocation", () => {
    expect(foldTimeline(build(["reused", "a"], ["reused", "a"]))).toHaveLength(2);
  });
});

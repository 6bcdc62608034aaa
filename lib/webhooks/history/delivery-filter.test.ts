import { describe, expect, it } from "vitest";
import { readDeliveryQuery, readMinute, readRange } from "./delivery-filter";

const NOW = new Date("2026-06-09T12:00:00.000Z");
const read = (params: Record<string, string>) => readDeliveryQuery((name) => params[name] ?? "");

describe("filters in the URL", () => {
  it("are read when valid, and ignored otherwise", () => {
    expect(read({ state: "FAILED", event: "task.created", since: "7d" })).toEqual({
      state: "FAILED",
      event: "task.created",
      since: "7d",
      from: "",
      to: "",
    });
    expect(read({ state: "failed", event: "x", since: "9y", from: "yesterday", to: "2026-02-30T25:00" })).toEqual({
      state: "",
      event: "",
      since: "",
      from: "",
      to: "",
    });
  });
});

describe("the range of time", () => {
  it("counts back from now, unless an instant is named", () => {
    expect(readRange({ since: "1h", from: "", to: "" }, NOW)).toEqual({ from: new Date("2026-06-09T11:00:00Z") });
    expect(readRange({ since: "1h", from: "2026-06-01T10:00", to: "2026-06-02T10:00" }, NOW)).toEqual({
      from: new Date("2026-06-01T10:00:00Z"),
      to: new Date("2026-06-02T10:00:00Z"),
    });
    expect(readRange({ since: "", from: "", to: "2026-06-02T10:00" }, NOW)).toEqual({
      to: new Date("2026-06-02T10:00:00Z"),
    });
    expect(readRange({ since: "", from: "", to: "" }, NOW)).toEqual({});
  });

  it("accepts only minutes", () => {
    expect(readMinute("2026-06-09T08:30")).toEqual(new Date("2026-06-09T08:30:00Z"));
    for (const text of ["", "2026-06-09", "2026-13-01T00:00", "2026-06-09T08:30:00", "x"])
      expect(readMinute(text)).toBeNull();
  });
});

import { expect, it } from "vitest";
import { chooseAuditKind, isWholeArea, readAuditQuery, toAuditFilter } from "./audit-filter";

const read = (params: Record<string, string>) => readAuditQuery((name) => params[name] ?? "");

it("opens with changes, and with all rows of an id", () => {
  expect(chooseAuditKind(read({}))).toBe("acts");
  expect(chooseAuditKind(read({ outcome: "refused" }))).toBe("acts");
  expect(chooseAuditKind(read({ q: "req_1" }))).toBe("all");
  expect(chooseAuditKind(read({ kind: "all" }))).toBe("all");
  expect(chooseAuditKind(read({ kind: "v1" }))).toBe("v1");
});

it("filters nothing by the kind of all rows", () => {
  const now = new Date();
  expect(toAuditFilter(read({ kind: "all" }), now)).toEqual(toAuditFilter(read({}), now));
  expect(isWholeArea(read({ kind: "all", area: "service" }))).toBe(true);
  expect(isWholeArea(read({ kind: "acts" }))).toBe(false);
});

import { expect, test } from "vitest";
import { readExportedRow, writeExportedRow } from "./exported-row";

const at = new Date("2026-11-26T10:00:00.000Z");

test("reads its own cookie value and ignores any other", async () => {
  const row = { cursor: { at, id: "17" }, number: 5, index: 9, size: 12, exportedAt: at };
  expect(readExportedRow(writeExportedRow(row))).toEqual(row);
  for (const text of ["", "1.1", "x_1_1_1_1", `${writeExportedRow(row)}_1`, "1.1_1_1_1_-1", "1.1_1_1_1_"])
    expect(readExportedRow(text)).toBeNull();
});

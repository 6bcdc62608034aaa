import { expect, test, vi } from "vitest";
import { BrokenArchive } from "@/lib/audit/archive/store/archive-store";
import * as exports from "@/lib/audit-log/export-audit";
import { unavailable } from "@/lib/platform/errors";
import { respondWithExport } from "./respond-with-export";

async function* yieldTexts(texts: readonly (string | Error)[]) {
  for (const text of texts) {
    if (typeof text !== "string") throw text;
    yield text;
  }
}

const access = { area: "", billingEntityId: "bil_1", services: false } as never;
const respond = (...texts: (string | Error)[]) => {
  vi.spyOn(exports, "exportAudit").mockReturnValue(yieldTexts(texts));
  return respondWithExport(access, new URLSearchParams("format=proof"));
};

test("an export whose first rows cannot be read is an error that says why, and no file that breaks off", async () => {
  const broken = new BrokenArchive("audit-2026-07.svcaudit cannot be read.");
  for (const texts of [[], ["head\n"], ["head\n", "nodes\n"]]) {
    const response = await respond(...texts, broken);
    expect([response.status, response.headers.get("content-disposition")]).toEqual([500, null]);
    const text = await response.text();
    expect(text).toContain("an archive file is missing or was changed");
    expect(text).not.toContain("svcaudit");
    const away = await respond(...texts, unavailable("the archive of the audit log"));
    expect([away.status, away.headers.has("retry-after")]).toEqual([503, true]);
  }
});

test("an export has all of its texts in their order", async () => {
  for (const texts of [[], ["a"], ["a", "b", "c"], ["a", "b", "c", "d", "e"]])
    expect(await (await respond(...texts)).text()).toBe(texts.join(""));
  const cutOff = await respond("a", "b", "c", new BrokenArchive("gone"));
  expect(cutOff.status).toBe(200);
  await expect(cutOff.text()).rejects.toThrow();
});

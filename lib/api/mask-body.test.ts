import { expect, test } from "vitest";
import { z } from "zod";
import { CreateFile, FileDownload, FileUpload } from "../files/file";
import { CreateMessage } from "../messages/message";
import { maskBody } from "./mask-body";

const mask = (schema: z.ZodType, value: unknown, maxBytes = 10_000): unknown =>
  JSON.parse(maskBody(schema, value, maxBytes));

test("declared members of the declared type are kept, and of others only number or type", () => {
  expect(mask(CreateMessage, { body: "Hello", secret: "abc", "<b>": [1] })).toEqual({
    body: "Hello",
    "[not declared]": 2,
  });
  expect(mask(CreateMessage, { body: { hidden: "abc" } })).toEqual({ body: "[object]" });
  expect(mask(CreateMessage, ["abc"])).toBe("[array]");
  expect(mask(CreateMessage, null)).toBe("[null]");
  expect(mask(CreateFile, { fileName: "a.png", size: "abc", mimeType: 7 })).toEqual({
    fileName: "a.png",
    size: "[string]",
    mimeType: "[number]",
  });
});

test("members that the schema marks as secret are never kept, whatever they hold", () => {
  const expiresAt = "2026-06-09T00:00:00Z";
  expect(mask(FileDownload, { url: "https://files.test/?ticket=abc", expiresAt })).toEqual({
    url: "[secret]",
    expiresAt,
  });
  const upload = { fileId: "file_1", uploadUrl: { a: "abc" }, headers: { authorization: "abc" }, expiresAt };
  expect(mask(FileUpload, upload)).toEqual({ ...upload, uploadUrl: "[secret]", headers: "[secret]" });
});

test("values of a record and of an unknown type have no declared names, and are not kept", () => {
  const schema = z.object({
    labels: z.record(z.string(), z.string()),
    anything: z.unknown(),
    kind: z.enum(["a", "b"]),
  });
  expect(mask(schema, { labels: { abc: "abc" }, anything: "abc", kind: "abc" })).toEqual({
    labels: { "[not declared]": 1 },
    anything: "[string]",
    kind: "[string]",
  });
});

test("long lists and texts are cut, and a body that stays too large is not kept", () => {
  const List = z.object({ items: z.array(z.object({ text: z.string() })), next: z.string().nullable() });
  const items = Array.from({ length: 50 }, () => ({ text: "x".repeat(600) }));
  const kept = mask(List, { items, next: null }, 100_000) as { items: unknown[] };
  expect(kept.items).toHaveLength(21);
  expect(kept.items.at(-1)).toBe("[30 more]");
  expect(kept.items[0]).toEqual({ text: `${"x".repeat(500)}… [100 more characters]` });
  expect(mask(List, { items, next: null }, 1_000)).toMatchObject({ items: { length: 4 } });
  expect(mask(List, { items, next: null }, 100)).toBe("[more than 100 bytes]");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { FILE_MAX_BYTES, FILE_URL_LIFETIME_MS } from "../platform/limits";
import { describeAttachment } from "./disposition";
import { CreateFile } from "./file";
import { readRange } from "./range";
import { isStorageKey, newStorageKey } from "./storage";
import { openTicket, writeTicket } from "./ticket";
import { BodyProblem, watchBody } from "./watch-body";

const AT = new Date("2026-06-09T12:00:00Z");
const FILE = "file_01jxa0000000000000000000aa";
const EXPIRES = new Date(AT.getTime() + FILE_URL_LIFETIME_MS);

test("opens a ticket for its purpose and file until it expires", () => {
  const ticket = writeTicket("upload", FILE, EXPIRES);
  expect(openTicket("upload", ticket, AT)).toEqual({ kind: "open", fileId: FILE });
  expect(openTicket("download", ticket, AT)).toEqual({ kind: "altered" });
  expect(openTicket("upload", ticket, new Date(EXPIRES.getTime() - 1)).kind).toBe("open");
  expect(openTicket("upload", ticket, EXPIRES).kind).toBe("expired");
});

test("rejects a ticket with any changed, added or missing character", () => {
  const ticket = writeTicket("download", FILE, EXPIRES);
  for (let at = 0; at < ticket.length; at += 1) {
    for (const char of ["A", "B", "9", ".", "_", "\u00e9"]) {
      if (char === ticket[at]) continue;
      expect(openTicket("download", ticket.slice(0, at) + char + ticket.slice(at + 1), AT).kind).toBe("altered");
    }
    expect(openTicket("download", ticket.slice(0, at), AT).kind).toBe("altered");
  }
  for (const text of ["", ".", "..", `${ticket}.`, `${ticket}=`, ` ${ticket}`, `${FILE}.NaN.x`])
    expect(openTicket("download", text, AT).kind).toBe("altered");
});

const base = { fileName: "a.png", size: 1, mimeType: "image/png", messageId: "msg_1" };
const isGood = (changes: object) => CreateFile.safeParse({ ...base, ...changes }).success;

test.each([
  [{}, true],
  [{ fileName: "議事録 (最終).pdf" }, true],
  [{ fileName: "a".repeat(255) }, true],
  [{ fileName: "😀".repeat(255) }, true],
  [{ fileName: "a".repeat(256) }, false],
  [{ fileName: "" }, false],
  [{ fileName: "." }, false],
  [{ fileName: ".." }, false],
  [{ fileName: "../etc/passwd" }, false],
  [{ fileName: "a\\b" }, false],
  [{ fileName: "a\r\nSet-Cookie: x" }, false],
  [{ fileName: "a\u0000" }, false],
  [{ fileName: "a\u007f" }, false],
  [{ fileName: "a\u0085" }, false],
  [{ fileName: "photo\u202egpj.exe" }, false],
  [{ fileName: "\ud800" }, false],
  [{ size: FILE_MAX_BYTES }, true],
  [{ size: FILE_MAX_BYTES + 1 }, false],
  [{ size: 0 }, false],
  [{ size: -1 }, false],
  [{ size: 1.5 }, false],
  [{ size: "1" }, false],
  [{ mimeType: "application/vnd.ms-excel" }, true],
  [{ mimeType: "text/plain; charset=utf-8" }, false],
  [{ mimeType: "text" }, false],
  [{ mimeType: "text/plain\r\nX: y" }, false],
  [{ mimeType: "a/b\n" }, false],
  [{ checksum: "a".repeat(64) }, true],
  [{ checksum: "A".repeat(64) }, false],
  [{ checksum: `${"a".repeat(64)}\n` }, false],
  [{ taskId: "task_1" }, false],
  [{ messageId: undefined, taskId: "task_1" }, true],
  [{ messageId: undefined }, false],
  [{ storageKey: "files/x" }, false],
])("checks %j as the beginning of an upload: %s", (changes, expected) => {
  expect(isGood(changes)).toBe(expected);
});

test("describes the same file names that the decoder accepts", () => {
  const schema = z.toJSONSchema(CreateFile.shape.fileName, { io: "input" });
  const pattern = new RegExp(schema.pattern ?? "", "u");
  const pieces = fc.constantFrom(
    ".",
    "..",
    "a",
    "é",
    "😀",
    " ",
    "/",
    "\\",
    "\u0000",
    "\u0085",
    "\u2028",
    "\u202e",
    "\u2066",
  );
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 5 }), (parts) => {
      const fileName = parts.join("");
      expect([fileName, pattern.test(fileName)]).toEqual([fileName, isGood({ fileName })]);
    }),
  );
});

test.each([
  [null, "all"],
  ["bytes=0-", { start: 0, end: 9 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=3-5", { start: 3, end: 5 }],
  ["Bytes=3-500", { start: 3, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-300", { start: 0, end: 9 }],
  ["bytes=9-", { start: 9, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=10-12", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-3", "all"],
  ["bytes=0-1,3-4", "all"],
  ["bytes=-", "all"],
  ["bytes=a-b", "all"],
  ["items=0-1", "all"],
  ["bytes=99999999999999999999-", "all"],
  ["", "all"],
] as const)("the range %j of 10 bytes is %j", (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});

test("encodes a file name that cannot leave its header and is read back unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const name = text.toWellFormed();
      const header = describeAttachment(name);
      const [, plain = "", extended = ""] =
        /^attachment; filename="([A-Za-z0-9 ._-]*)"; filename\*=UTF-8''([A-Za-z0-9._~!%-]*)$/.exec(header) ?? [];
      expect(plain.length).toBe(name.length);
      expect(decodeURIComponent(extended)).toBe(name);
    }),
  );
  expect(describeAttachment(`a"; filename=evil.html;'(*)`)).toBe(
    `attachment; filename="a__ filename_evil.html_____"; filename*=UTF-8''a%22%3B%20filename%3Devil.html%3B%27%28%2A%29`,
  );
});

test("makes unique storage keys of its own format only", () => {
  const keys = Array.from({ length: 100 }, () => newStorageKey("files"));
  expect(new Set(keys).size).toBe(100);
  expect(keys.every(isStorageKey)).toBe(true);
  for (const key of [
    "",
    "files/",
    "../x",
    `files/${"a".repeat(47)}`,
    `files/../${"a".repeat(45)}`,
    `${keys[0]}/..`,
    `${keys[0]}\n`,
  ])
    expect(isStorageKey(key)).toBe(false);
});

async function problemOf(body: AsyncIterable<Uint8Array>, idleMs: number, maxMs: number): Promise<string> {
  try {
    for await (const _ of watchBody(body, idleMs, maxMs));
    return "none";
  } catch (error) {
    return error instanceof BodyProblem ? error.kind : "another";
  }
}

test("reports a stalled, endless or broken body", async () => {
  const never = new Promise<Uint8Array>(() => undefined);
  const one = Buffer.from("a");
  expect(
    await problemOf(
      (async function* () {
        yield one;
      })(),
      1_000,
      1_000,
    ),
  ).toBe("none");
  expect(
    await problemOf(
      (async function* () {
        yield one;
        yield await never;
      })(),
      20,
      60_000,
    ),
  ).toBe("late");
  expect(
    await problemOf(
      (async function* () {
        for (;;) yield await new Promise<Uint8Array>((resolve) => setImmediate(resolve, one));
      })(),
      60_000,
      20,
    ),
  ).toBe("late");
  expect(
    await problemOf(
      (async function* () {
        yield one;
        throw new Error("ECONNRESET");
      })(),
      1_000,
      1_000,
    ),
  ).toBe("broken");
});

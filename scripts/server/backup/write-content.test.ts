import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { measureRows } from "./write-content.mjs";

async function measure(chunks: readonly string[]) {
  const facts = { bytes: 0, sha256: "" };
  const drop = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), measureRows(facts), drop);
  return facts;
}

test("gives rows in another order and in other pieces the same sum", async () => {
  const sum = await measure(["a\t1\nb\t2\nc\t3\n"]);
  expect(sum).toEqual({ bytes: 12, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await measure(["c\t3\na\t", "1", "\nb\t2\n"])).toEqual(sum);
});

test.each([
  ["a changed value", "a\t1\nb\t2\nc\t4\n"],
  ["a row twice in place of another", "a\t1\nb\t2\nb\t2\n"],
  ["values that moved between rows", "a\t2\nb\t1\nc\t3\n"],
])("gives %s another sum", async (_, rows) => {
  expect((await measure([rows])).sha256).not.toBe((await measure(["a\t1\nb\t2\nc\t3\n"])).sha256);
});

import { expect, test } from "vitest";
import { makeSigner, openNote, readTreeHead, signNote, writeTreeHead } from "./note";

/** The vectors are from the documentation of golang.org/x/mod/sumdb/note. */
const GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const GO_NOTE = `${GO_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const signer = makeSigner("log.example/audit/log", Buffer.alloc(32, 7));

test("opens a note that Go has signed", () => {
  expect(openNote(GO_NOTE, GO_KEY)).toBe(GO_TEXT);
});

test("signs notes that open under its key alone", () => {
  const other = makeSigner("log.example/audit/log", Buffer.alloc(32, 8));
  const note = signNote("hello\n", [signer, other]);
  expect(openNote(note, signer.verifierKey)).toBe("hello\n");
  expect(openNote(note, other.verifierKey)).toBe("hello\n");
  expect(openNote(note, makeSigner("log.example/audit/log", Buffer.alloc(32, 9)).verifierKey)).toBeNull();
  expect(openNote(signNote("hello\n", [other]), signer.verifierKey)).toBeNull();
});

test.each([
  ["a changed text", (note: string) => note.replace("hello", "hallo")],
  ["a changed signature", (note: string) => note.replace(/.{9}\n$/, "AAAAAAAA=\n")],
  ["no signature", () => "hello\n\n"],
  ["no note", () => "hello"],
])("refuses %s", (_, change) => {
  expect(openNote(change(signNote("hello\n", [signer])), signer.verifierKey)).toBeNull();
});

test("rejects a key with a wrong id", () => {
  expect(openNote(GO_NOTE, GO_KEY.replace("c74f20a3", "c74f20a4"))).toBeNull();
  expect(openNote(GO_NOTE, "nonsense")).toBeNull();
});

test("writes a tree head as three lines", () => {
  const head = { origin: "log.example/audit/log", size: 12, root: Buffer.alloc(32, 1) };
  expect(writeTreeHead(head)).toBe(`log.example/audit/log\n12\n${head.root.toString("base64")}\n`);
  expect(readTreeHead(writeTreeHead(head, "an extension"))).toEqual(head);
  expect(readTreeHead("log.example\n012\nAA==\n")).toBeNull();
});

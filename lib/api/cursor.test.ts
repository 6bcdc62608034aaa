import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../platform/ids";
import { openCursor, writeCursor } from "./list";

const id = newId("msg");
const cursor = writeCursor("listMessages", id);

test("a cursor opens for its own list alone", () => {
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(openCursor("listMessages", "msg", cursor)).toBe(id);
  expect(openCursor("listTasks", "task", cursor)).toBeNull();
  expect(openCursor("listMessages", "task", cursor)).toBeNull();
});

test("a cursor opens with the filters alone that it was made with", () => {
  const filtered = writeCursor("listTasks", newId("task"), '[["status","COMPLETED"]]');
  expect(openCursor("listTasks", "task", filtered, '[["status","COMPLETED"]]')).toMatch(/^task_/);
  for (const filter of ["", '[["status","NOT_STARTED"]]'])
    expect(openCursor("listTasks", "task", filtered, filter)).toBeNull();
  expect(openCursor("listMessages", "msg", cursor, '[["status","COMPLETED"]]')).toBeNull();
});

test("an altered cursor does not open, nor does anything else", () => {
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."AZaz09-_"), (at, letter) => {
      fc.pre(cursor[at] !== letter);
      expect(openCursor("listMessages", "msg", cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => openCursor("listMessages", "msg", text) === null));
  for (const text of ["", `${cursor}A`, cursor.slice(1), `${cursor}=`]) {
    expect(openCursor("listMessages", "msg", text)).toBeNull();
  }
});

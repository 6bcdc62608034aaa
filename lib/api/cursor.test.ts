import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../platform/ids";
import { describeSelection, openCursor, writeCursor } from "./list";

const id = newId("msg");
const room = describeSelection({ roomId: "room_1" });
const cursor = writeCursor("listMessages", id, room);

test("a cursor opens for its own list alone", () => {
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(openCursor("listMessages", "msg", cursor, room)).toBe(id);
  expect(openCursor("listTasks", "task", cursor, room)).toBeNull();
  expect(openCursor("listMessages", "task", cursor, room)).toBeNull();
});

test("a cursor opens only where the same rows are selected", () => {
  const selections = [
    describeSelection({}),
    describeSelection({}, {}, ["be_1", "usr_1"]),
    describeSelection({}, {}, ["be_1", null]),
    describeSelection({ roomId: "room_1" }),
    describeSelection({ roomId: "room_2" }),
    describeSelection({ roomId: "room_1", webhookId: "wh_1" }),
    describeSelection({ roomId: "room_1" }, { status: "COMPLETED" }),
    describeSelection({ roomId: "room_1" }, { status: "NOT_STARTED" }),
  ];
  for (const made of selections) {
    const written = writeCursor("listTasks", newId("task"), made);
    for (const given of selections) {
      const opened = openCursor("listTasks", "task", written, given);
      if (given === made) expect(opened).toMatch(/^task_/);
      else expect(opened).toBeNull();
    }
  }
  expect(describeSelection({ b: "1" }, { a: "2", c: undefined })).toBe(describeSelection({ b: "1" }, { a: "2" }));
});

test("an altered cursor does not open, nor does anything else", () => {
  const open = (text: string) => openCursor("listMessages", "msg", text, room);
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."AZaz09-_"), (at, letter) => {
      fc.pre(cursor[at] !== letter);
      expect(open(cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => open(text) === null));
  for (const text of ["", `${cursor}A`, cursor.slice(1), `${cursor}=`]) expect(open(text)).toBeNull();
});

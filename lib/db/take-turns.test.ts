import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "./take-turns";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function createPiece(name: string, log: string[]) {
  let [resolve, reject]: [(text: string) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<string>((...settlers) => ([resolve, reject] = settlers));
  const read = () => {
    log.push(name);
    return promise;
  };
  return { read, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("reads one piece at a time, in the order in which they were asked for", async () => {
  const log: string[] = [];
  const takeTurn = createTurns();
  const [first, second] = [createPiece("first", log), createPiece("second", log)];
  const turns = [takeTurn(first.read), takeTurn(second.read)];
  await settle();
  expect(log).toEqual(["first"]);
  first.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(["first", "second"]);
  second.end();
  expect(await Promise.all(turns)).toEqual(["first", "second"]);
});

test("pauses before the next piece for as long as one took, and hands it over at once", async () => {
  const log: string[] = [];
  const takeTurn = createTurns();
  const [first, second] = [createPiece("first", log), createPiece("second", log)];
  const turn = takeTurn(first.read);
  void takeTurn(second.read);
  await vi.advanceTimersByTimeAsync(40);
  first.end();
  expect(await turn).toBe("first");
  await vi.advanceTimersByTimeAsync(39);
  expect(log).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(["first", "second"]);
});

test("a piece that took very long holds the next one up for a quarter of a second", async () => {
  const log: string[] = [];
  const takeTurn = createTurns();
  const [first, second] = [createPiece("first", log), createPiece("second", log)];
  void takeTurn(first.read);
  void takeTurn(second.read);
  await vi.advanceTimersByTimeAsync(60_000);
  first.end();
  await vi.advanceTimersByTimeAsync(250);
  expect(log).toEqual(["first", "second"]);
});

test("rejects a failing piece to its caller alone", async () => {
  const log: string[] = [];
  const takeTurn = createTurns();
  const [first, second] = [createPiece("first", log), createPiece("second", log)];
  const failed = takeTurn(first.read);
  const next = takeTurn(second.read);
  first.fail();
  await expect(failed).rejects.toThrow("first");
  second.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe("second");
});

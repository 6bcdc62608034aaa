import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { listStatement, readPage } from "./read-page";
import { text } from "./statement";
import * as db from "./transaction";

interface Running {
  limits: readonly number[];
  end(): void;
}

const running: Running[] = [];

const LIST = listStatement({ name: "things", row: { id: text }, select: "SELECT", owner: "room_id", id: "id" });

const wantPages = (pages: number, limit: number) =>
  Array.from({ length: pages }, () => readPage(LIST, "room_1", { limit, after: null }));

async function takeStatements(): Promise<Running[]> {
  await setImmediate();
  return running.splice(0);
}

test("the largest pages take turns, two at a time, while pages of the usual size pass them", async () => {
  vi.spyOn(db, "query").mockImplementation(
    (_: unknown, values?: unknown) =>
      new Promise<never[]>((resolve) => {
        const { limits } = values as { limits: number[] };
        running.push({ limits, end: () => resolve([]) });
      }),
  );
  const large = wantPages(5, 200);
  let [statement] = await takeStatements();
  expect(statement?.limits).toEqual([201, 201]);

  const usual = wantPages(9, 50);
  const passing = await takeStatements();
  expect(passing.map(({ limits }) => limits.length)).toEqual([8, 1]);
  for (const each of passing) each.end();
  await Promise.all(usual);

  for (const limits of [[201, 201], [201]]) {
    statement?.end();
    [statement] = await takeStatements();
    expect(statement?.limits).toEqual(limits);
  }
  statement?.end();
  await Promise.all(large);
});

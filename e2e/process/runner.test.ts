import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { countWaiting } from "../support/scenes/watched-database";
import { hear, kill, startKillable } from "../support/servers/child-process";

const range = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

describe("processes that are killed", () => {
  const database = useScratchDatabase();
  const children = new Set<ChildProcess>();
  const KILLS = IS_NIGHT ? 6 : 2;
  const EACH = 8;
  const LANES = 4;

  beforeAll(async () => {
    await database.query("CREATE TABLE step_notes (id serial PRIMARY KEY, n int, step text, before int)");
  });

  afterAll(async () => {
    await Promise.all([...children].map((child) => kill(child)));
  });

  async function startChild(): Promise<ChildProcess> {
    const child = await startKillable("runSteps", database.url);
    children.add(child);
    return child;
  }

  /** Steps of both processes wait to note themselves, more than one process has lanes. Returns what lets them go on. */
  async function holdSteps(): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("BEGIN; LOCK TABLE step_notes IN EXCLUSIVE MODE");
    await eventually(async () => expect(await countWaiting(database)).toBeGreaterThan(LANES));
    return async () => {
      await client.query("COMMIT");
      await client.end();
    };
  }

  test("their accepted events are still handled, and no saved step runs twice", async () => {
    let [serving, waiting] = await Promise.all([startChild(), startChild()]);
    for (const turn of range(KILLS)) {
      const accepted = hear(serving, "accepted");
      serving.send(range(EACH, turn * EACH));
      await accepted;
      // Somewhere in the middle of its steps, another place each time. The last time, in the middle on every machine.
      if (turn < KILLS - 1) await sleep(turn * 17);
      const release = turn === KILLS - 1 ? await holdSteps() : undefined;
      await kill(serving);
      await release?.();
      [serving, waiting] = [waiting, await startChild()];
    }
    await eventually(async () => {
      const [ended] = await database.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM runner_runs WHERE function_id = 'killed-count' AND state = 'COMPLETED'",
      );
      expect(ended?.n).toBe(KILLS * EACH);
    });
    const runs = await database.query<{ n: number; output: [number, number, number]; lapses: number }>(
      `SELECT (e.data->>'n')::int AS n, r.output, r.lapses FROM runner_runs r JOIN runner_events e ON e.id = r.event_id
       WHERE function_id = 'killed-count'`,
    );
    expect(runs.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(range(KILLS * EACH));
    const notes = await database.query<{ id: number; n: number; step: string; before: number }>(
      "SELECT * FROM step_notes",
    );
    for (const { n, output } of runs) {
      const [a, b, c] = output;
      // Each step saw the one result that was kept of the step before it.
      expect(notes.filter((note) => note.n === n && note.step === "b").every(({ before }) => before === a)).toBe(true);
      expect(notes.filter((note) => note.n === n && note.step === "c").every(({ before }) => before === b)).toBe(true);
      expect(notes.some(({ id }) => id === c)).toBe(true);
    }
    // The kills did hit something.
    expect(runs.some(({ lapses }) => lapses > 0)).toBe(true);
  });
});

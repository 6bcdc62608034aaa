import { setTimeout as sleep } from "node:timers/promises";
import { integer, statement, text } from "../../lib/db/statement";
import { query } from "../../lib/db/transaction";
import { createTestApp } from "./runner-app";

const NOTE_STEP = statement({
  name: "note_step",
  params: [integer, text, integer],
  row: { id: integer },
  text: "INSERT INTO step_notes (n, step, before) VALUES ($1, $2, $3) RETURNING id",
});

/** A process with a runner, for tests that kill it. Sends events on request; started by e2e/process/runner.test.ts. */
const app = createTestApp(
  (client) => [
    client.createFunction({ id: "count", triggers: [{ event: "go" }] }, async ({ event, step }) => {
      const note = (name: string, before: number) =>
        step.run(name, async () => {
          const [row] = await query(NOTE_STEP, [Number(event.data["n"]), name, before]);
          await sleep(20);
          return row?.id ?? 0;
        });
      const a = await note("a", 0);
      const b = await note("b", a);
      await step.sleep("nap", "1s");
      return [a, b, await note("c", b)];
    }),
  ],
  "killed",
);

await app.start({ lanes: 4, leaseMs: 10_000, pollMs: 300 });
process.on("message", (numbers: number[]) => {
  void app.client
    .send(numbers.map((n) => ({ id: `killed-${n}`, name: "go", data: { n } })))
    .then(() => process.send?.("accepted"));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

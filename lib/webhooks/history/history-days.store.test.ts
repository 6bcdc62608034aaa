import { expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { IS_NIGHT } from "../../../e2e/support/scenes/night";
import { ensureAllPartitions } from "../../../inngest/prepare-database";
import { dropOldEvents } from "../../events/retention";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "../../platform/limits";
import { drainDeliveries } from "../delivery/dispatch";
import { recoverPausedDeliveries } from "../delivery/recover";
import { dropOldDeliveries } from "../retention";
import { activateWebhook, deactivateWebhook } from "../settings/activate";

const { database, register, emit, readHistory, readStates } = useDeliveries();

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_DAY = WEBHOOK_HISTORY_RETENTION_DAYS + 10;
const [EVERY_DAY, DAYS_AHEAD] = [Array.from({ length: LAST_DAY + 1 }, (_, day) => day), 3];
/** The service rests from the third day until the ends of the first ones. */
const DAYS = IS_NIGHT ? EVERY_DAY : EVERY_DAY.filter((day) => day < 3 || day >= WEBHOOK_HISTORY_RETENTION_DAYS - 1);
const TABLES = ["events", "deliveries", "delivery_attempts"];

async function measure(): Promise<{ name: string; days: number; rows: number; unplaced: number }[]> {
  return Promise.all(
    TABLES.map(async (name) => {
      const days = await database.query(
        `SELECT FROM pg_class WHERE relkind = 'r' AND relname ~ '^${name}_2026|^${name}_2027'`,
      );
      const [counted] = await database.query<{ rows: number; unplaced: number }>(
        `SELECT count(*)::int AS rows, count(*) FILTER (WHERE tableoid = 'partitions.${name}_default'::regclass)::int AS unplaced
         FROM ${name} WHERE ${name === "deliveries" ? "state IN ('SUCCEEDED', 'FAILED')" : "true"}`,
      );
      return { name, days: days.length, rows: counted?.rows ?? 0, unplaced: counted?.unplaced ?? 0 };
    }),
  );
}

test("bounds the tables for a hundred days and loses nothing that waits", async () => {
  const { id } = await register(pathTo("200"));
  const { id: pausedId, access: paused } = await register(pathTo("200"));
  await deactivateWebhook(paused);
  for (const day of DAYS) {
    vi.setSystemTime(START + day * DAY_MS);
    await ensureAllPartitions();
    await emit("message.created");
    await drainDeliveries();
    await dropOldEvents();
    await dropOldDeliveries();
  }
  const kept = DAYS.filter((day) => day >= LAST_DAY - WEBHOOK_HISTORY_RETENTION_DAYS).length;
  for (const { name, days, rows, unplaced } of await measure())
    expect({ name, days, rows, unplaced }).toEqual({ name, days: kept + DAYS_AHEAD, rows: kept, unplaced: 0 });
  expect(await readHistory(id)).toHaveLength(kept);
  expect(await readStates(pausedId)).toEqual(Array(DAYS.length).fill("HELD"));

  await activateWebhook(paused);
  await recoverPausedDeliveries(paused);
  await drainDeliveries();
  expect(new Set(await readStates(pausedId))).toEqual(new Set(["SUCCEEDED"]));
  expect(await readHistory(pausedId)).toHaveLength(DAYS.length);
});

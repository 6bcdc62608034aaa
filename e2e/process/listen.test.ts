import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "../../lib/db/pool";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { resetShared } from "../support/scenes/shared-state";
import { runListening } from "../support/servers/listening";
import { TEST_ENV } from "../support/test-env.mjs";

const database = useScratchDatabase();

beforeAll(() => {
  process.env["DATABASE_URL"] = database.url;
  resetShared();
});
afterAll(async () => {
  await closeDatabase();
  process.env["DATABASE_URL"] = TEST_ENV.DATABASE_URL;
  resetShared();
});

test("connections break and the service is killed while events are forwarded: none is lost, and their order stays", async () => {
  const result = await runListening(database, { rooms: 4, events: 240, cuts: 6, kills: 2, perSecond: 60 });
  expect(result).toMatchObject({ lost: 0, outOfOrder: 0, foreignRepeats: 0 });
});

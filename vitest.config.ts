import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { TEST_ENV } from "./e2e/support/test-env.mjs";

const STORE_TESTS = ["{lib,inngest}/**/store.test.ts", "{lib,inngest}/**/*.store.test.ts"];

/** `*.nightly.test.ts` run by `npm run test:all` alone. */
const IS_NIGHT = process.env["SVC_TEST_ALL"] === "true";
const LEFT_OUT = IS_NIGHT ? [] : ["**/*.nightly.*"];

const LONG_TESTS =
  /\/(?:server-actions|sdk-python|backup|rotate|phases|lifecycle|roles|agent-runs|webhook-crash|crash)\.test\.ts$/;

/** A fresh clone has no times of an earlier run. A long file that began last would run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_TESTS.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * unit     beside the file it proves: pure, no database
 * store    `store.test.ts` and `*.store.test.ts`: a real PostgreSQL, and Redis where it is there
 * build    e2e/build: the first start of a fresh clone; leaves the build that all further tests use
 * http     e2e/http: black-box tests of the built service
 * process  e2e/process: starting, stopping and killing `npm start`
 * fuzz     e2e/fuzz: the description against the service, by `npm run test:fuzz` alone
 * upgrade  e2e/upgrade: the version before beside this one, by `npm run test:upgrade` alone
 * chaos    e2e/chaos: parts killed, hung, slowed and cut under load, by `npm run chaos` alone
 * inngest  e2e/inngest: the background functions on a real Inngest server, by `npm run test:inngest` alone
 * pgbouncer  e2e/pgbouncer: processes behind a real PgBouncer, by `npm run test:pgbouncer` alone
 * http-pooled  e2e/http again, with the service behind a real PgBouncer: by the same command
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    env: TEST_ENV,
    maxWorkers: 2,
    // The tests of a file keep their order: many go on from the one before.
    sequence: process.env["SVC_TEST_ROUGH"] === "true" ? { shuffle: { files: true } } : { sequencer: LongFirst },
    restoreMocks: true,
    unstubGlobals: true,
    // Generous: a busy machine must not fail a test, and no test measures time.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // The end of the run: a service that is cut off here would go on beside the next stage.
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 240_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,lib,inngest,scripts,packages,e2e/unit}/**/*.test.{ts,tsx}"],
          exclude: [...STORE_TESTS, ...LEFT_OUT],
          setupFiles: ["e2e/support/restore-process.ts", "e2e/support/without-request.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "store",
          include: STORE_TESTS,
          exclude: LEFT_OUT,
          globalSetup: "e2e/support/store-setup.ts",
          setupFiles: "e2e/support/restore-process.ts",
          testTimeout: IS_NIGHT ? 300_000 : 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          // Each file would import the service again: 1.6 s of processor. What lasts in a process is in `shared()`, which is reset.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "build", include: ["e2e/build/**/*.test.ts"], testTimeout: 35 * 60_000 },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["e2e/http/**/*.test.ts"],
          exclude: LEFT_OUT,
          globalSetup: "e2e/support/http-setup.ts",
        },
      },
      {
        extends: true,
        // These wait for processes most of the time. vitest wants a group for a number of workers.
        test: {
          name: "process",
          include: ["e2e/process/**/*.test.ts"],
          exclude: LEFT_OUT,
          globalSetup: "e2e/support/process-setup.ts",
          testTimeout: IS_NIGHT ? 900_000 : 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "fuzz", include: ["e2e/fuzz/**/*.test.ts"], globalSetup: "e2e/support/store-setup.ts" },
      },
      {
        extends: true,
        test: { name: "upgrade", include: ["e2e/upgrade/**/*.test.ts"], testTimeout: 3_600_000 },
      },
      {
        extends: true,
        test: { name: "chaos", include: ["e2e/chaos/**/*.test.ts"], testTimeout: 900_000 },
      },
      {
        extends: true,
        test: {
          name: "inngest",
          include: ["e2e/inngest/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: "pgbouncer", include: ["e2e/pgbouncer/**/*.test.ts"], testTimeout: 900_000 },
      },
      {
        extends: true,
        test: {
          name: "http-pooled",
          include: ["e2e/http/**/*.test.ts"],
          globalSetup: "e2e/support/pooled-http-setup.ts",
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

import { expect, test } from "vitest";
import { classifyMigration, findMisnamed } from "./classify-migration.mjs";
import { listMigrations } from "./migrate.mjs";

test.each([
  'CREATE TABLE "labels" ("id" TEXT NOT NULL); ALTER TABLE "labels" ALTER COLUMN "id" SET NOT NULL;',
  'ALTER TABLE "tasks" ADD COLUMN "place" INTEGER, ADD COLUMN "size" INTEGER NOT NULL DEFAULT 0;',
  'DROP INDEX "tasks_place_idx"; CREATE INDEX "tasks_place_idx" ON "tasks"("place");',
  `-- DROP TABLE "tasks";\nINSERT INTO "notes" VALUES ('DROP TABLE tasks; ''DROP COLUMN''');`,
  'ALTER TABLE "webhooks" ALTER COLUMN "url" DROP NOT NULL;',
  'ALTER TABLE "a" DROP CONSTRAINT "a_fkey";',
])("a process of the version before works on after: %s", (sql) => {
  expect(classifyMigration(sql)).toEqual({ kind: "expand", reasons: [] });
});

test.each([
  ['DROP TABLE "tasks";', "drops table tasks"],
  ['ALTER TABLE "tasks"\n  DROP COLUMN "place";', "drops a column of tasks"],
  ['ALTER TABLE "tasks" ADD COLUMN "a" INTEGER,\nDROP COLUMN "b";', "drops a column of tasks"],
  ['ALTER TABLE "tasks" ALTER COLUMN "place" SET DATA TYPE TEXT;', "retypes a column of tasks"],
  ['ALTER TABLE "tasks" ALTER COLUMN "place" SET NOT NULL;', "forbids NULL in tasks"],
  ['ALTER TABLE "tasks" ADD COLUMN "place" INTEGER NOT NULL;', "adds a required column to tasks"],
  ['ALTER TABLE "tasks" RENAME COLUMN "a" TO "b";', "renames or renames a part of tasks"],
  ["DO $$ BEGIN DROP TABLE tasks; END $$;", "runs a block whose effect only reading shows"],
])("a process of the version before would fail after: %s", (sql, reason) => {
  expect(classifyMigration(sql)).toEqual({ kind: "contract", reasons: [reason] });
});

test("names every reason of a migration that contracts", () => {
  expect(classifyMigration('ALTER TABLE "tasks" DROP COLUMN "place"; DROP TABLE "labels";')).toEqual({
    kind: "contract",
    reasons: ["drops a column of tasks", "drops table labels"],
  });
});

test("a migration of this code that contracts says so in its name", () => {
  expect(findMisnamed(listMigrations())).toEqual([]);
});

test("tells misnamed migrations with the reason", () => {
  const drop = 'ALTER TABLE "tasks" DROP COLUMN "place";';
  const add = 'ALTER TABLE "tasks" ADD COLUMN "place" INTEGER;';
  const stamp = "20270101000000";
  expect(findMisnamed([{ name: `${stamp}_drop_place`, sql: drop }])).toEqual([
    expect.stringContaining("drops a column of tasks, which breaks processes of the version before"),
  ]);
  expect(findMisnamed([{ name: `${stamp}_contract_place`, sql: add }])).toEqual([
    expect.stringContaining("contracts nothing"),
  ]);
  expect(
    findMisnamed([
      { name: `${stamp}_contract_place`, sql: drop },
      { name: `${stamp}_add_place`, sql: add },
    ]),
  ).toEqual([]);
});

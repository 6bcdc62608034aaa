import { afterAll, beforeAll, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { watchStatements } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { archiveVariables, type S3Server, startS3Server } from "../../e2e/support/servers/s3-server";
import { archiveOldMonths } from "../audit/archive/archive-log";
import { findProof } from "../audit/archive/find-proof";
import { type AuditCursor, writeAuditCursor } from "./audit-filter";
import { findAuditRows } from "./find-rows";
import { type AuditAccess, openAudit } from "./open-audit";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const [OLD, HOT] = [monthBefore(14), monthBefore(2)];
const ROWS = 60;

interface Named {
  foreign: AuditCursor;
  never: AuditCursor;
}
let s3: S3Server;
let mine: AuditAccess;
let [archived, hot]: Named[] = [];
let [erased, unsigned]: AuditCursor[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  const [one, two] = [await world.user(), await world.user()];
  mine = await openAudit({ id: one.id, isAdmin: false }, "");
  const [own, others] = [one.billingEntityId, two.billingEntityId];
  await scene.makePartition(OLD);
  const write = async ({ from, until }: typeof OLD): Promise<Named> => {
    const middle = new Date((from.getTime() + until.getTime()) / 2);
    await scene.write(from, middle, ROWS, [own, others]);
    const [never] = await database.query<{ id: string }>(
      "SELECT nextval(pg_get_serial_sequence('audit_log', 'id'))::text AS id",
    );
    await scene.write(middle, until, ROWS, [own, others]);
    const foreign = await findForeign(from, until);
    return { foreign, never: { at: foreign.at, id: never?.id ?? "" } };
  };
  const findForeign = async (from: Date, until: Date): Promise<AuditCursor> => {
    const [row] = await database.query<AuditCursor>(
      `SELECT at, id::text FROM audit_log WHERE billing_entity_id = $1 AND at >= $2 AND at < $3
       ORDER BY id LIMIT 1 OFFSET 3`,
      [others, from, until],
    );
    if (!row) throw new Error("The other tenant has no row.");
    return row;
  };
  archived = await write(OLD);
  hot = await write(HOT);
  await scene.sign(OLD.from);
  [erased] = await database.query<AuditCursor>(
    `WITH gone AS (DELETE FROM audit_log WHERE id = (SELECT max(id) FROM audit_log WHERE billing_entity_id = $1)
       RETURNING at, id)
     DELETE FROM audit_leaves l USING gone WHERE l.audit_id = gone.id RETURNING gone.at, gone.id::text`,
    [others],
  );
  const later = monthBefore(1);
  await scene.write(later.from, later.until, 10, [own, others]);
  unsigned = await findForeign(later.from, later.until);
  await scene.open();
  delete process.env["SVC_ARCHIVE_DIR"];
  Object.assign(process.env, archiveVariables(s3, "audit/"), { SVC_DATA_DIR: scene.directory });
  resetShared();
  expect(await archiveOldMonths()).toEqual({ [OLD.name]: "archived" });
});
afterAll(async () => {
  for (const name of [...Object.keys(archiveVariables(s3, "")), "SVC_DATA_DIR"]) delete process.env[name];
  await scene.close();
  await s3.close();
});

async function listWork(name: string): Promise<string[]> {
  const statements = watchStatements();
  s3.requests.length = 0;
  const keys = await findAuditRows(mine, name);
  for (const key of keys) expect(await findProof(mine, key)).toBeNull();
  const work = [...statements.list().map((statement) => statement.name), ...s3.requests];
  statements.end();
  return work;
}

const given = (row: AuditCursor | undefined) => row ?? { at: new Date(0), id: "" };
const BY = {
  number: ({ id }: AuditCursor) => id,
  cursor: (row: AuditCursor) => writeAuditCursor(row),
};

test.each(Object.entries(BY))(
  "a row of another tenant, by its %s, takes the work of one that never was, wherever it is",
  async (_, name) => {
    const never = await listWork(name(given(hot?.never)));
    for (const row of [hot?.foreign, erased, unsigned]) expect(await listWork(name(given(row)))).toEqual(never);
    const neverArchived = await listWork(name(given(archived?.never)));
    expect(await listWork(name(given(archived?.foreign)))).toEqual(neverArchived);
    expect([never, neverArchived].map((work) => work.filter((one) => one.startsWith("GET")).length)).toEqual([0, 2]);
  },
);

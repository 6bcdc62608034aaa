import pg from "pg";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { untilOneWaits, watchStatements } from "../../../e2e/support/scenes/watched-database";
import { LOCK_ADMINISTRATORS, WAIT_FOR_LOCKS } from "../accounts.sql";
import { createAdministrator } from "./create-administrator";

const database = useTestDatabase();

test("a setup waits for another one longer than a request would", async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("BEGIN");
  await other.query("SET LOCAL lock_timeout = '10s'");
  await other.query(WAIT_FOR_LOCKS.text);
  expect((await other.query("SHOW lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
  await other.query(LOCK_ADMINISTRATORS.text);
  const statements = watchStatements();
  const created = createAdministrator({ email: "Ada@Example.com", name: "Ada" });
  await Promise.race([created, untilOneWaits(database)]);
  const sent = statements.list().map(({ name }) => name);
  statements.end();
  expect(sent.slice(-2)).toEqual([WAIT_FOR_LOCKS.name, LOCK_ADMINISTRATORS.name]);
  await other.query("COMMIT");
  await other.end();
  expect(await created).toEqual({ kind: "created", email: "ada@example.com", password: expect.any(String) });
  expect(await createAdministrator({ email: "eve@example.com", name: "Eve" })).toEqual({
    kind: "kept",
    emails: ["ada@example.com"],
  });
});

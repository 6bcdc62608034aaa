import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { UNITS_REFUSED } from "../usage/units.sql";
import { CHARGE } from "./audit.sql";

const database = useTestDatabase();
const MONTH = "2026-11-01";

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const id of ["bil_a", "bil_b"])
    await client.query("INSERT INTO billing_entities (id, kind, created_at) VALUES ($1, 'ORGANIZATION', now())", [id]);
});
afterAll(() => client.end());

const charge = (limits: Record<string, number>) => {
  const wanted = Object.keys(limits).map((entityId) => ({ entityId, month: MONTH, total: 3 }));
  return client.query(CHARGE.text, ["[]", JSON.stringify(wanted), JSON.stringify(limits), true]);
};

const METHODS = ["nestloop", "hashjoin", "mergejoin", "material"];

test.each([["freely"], ...METHODS.map((method) => [method])])(
  "units that do not fit are refused, for one entity and for all, planned %s",
  async (kept) => {
    for (const method of METHODS)
      await client.query(`SET enable_${method} = ${kept === "freely" || kept === method ? "on" : "off"}`);
    for (const limits of [{ bil_a: 2 }, { bil_a: 2, bil_b: 2 }, { bil_a: 2, bil_b: 1_000 }])
      await expect(charge(limits)).rejects.toMatchObject({ code: UNITS_REFUSED });
    const { rows } = await client.query("SELECT billing_entity_id FROM unit_ledger");
    expect(rows).toEqual([]);
    await client.query("BEGIN");
    expect((await charge({ bil_a: 1_000, bil_b: 1_000 })).rows).toHaveLength(2);
    await client.query("ROLLBACK");
  },
);

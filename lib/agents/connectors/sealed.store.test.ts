import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";

const database = useTestDatabase();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

test("never sends a token that was copied from another connector", async () => {
  const victim = await createConnectorScene(database, gateway);
  const thief = await createConnectorScene(database, gateway);
  const [stolen, own] = [await victim.connector(), await thief.connector()];
  await database.query(
    `UPDATE connectors SET gateway_token_ciphertext = (SELECT gateway_token_ciphertext FROM connectors WHERE id = $2)
     WHERE id = $1`,
    [own, stolen],
  );
  const test = await thief.run(thief.managerId, own, "test-connection", {});
  const summary = await thief.run(thief.memberId, own, "summarize-record", { recordId: thief.recordId });
  for (const run of [test, summary]) {
    expect(run).toMatchObject({ state: "failed", reason: { code: "token_unreadable" } });
    expect(JSON.stringify(run)).not.toContain(gateway.token);
  }
  expect(gateway.calls).toEqual([]);
  expect((await victim.run(victim.managerId, stolen, "test-connection", {})).state).toBe("succeeded");
});

import { expect, test, vi } from "vitest";
import { pathTo, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { log } from "../../platform/log";
import { drainDeliveries } from "../delivery/dispatch";
import { readWebhook } from "../queries";

const { database, at, register, emit, readHistory, readStates, readLedger } = useDeliveries();

const swap = (table: string, column: string, id: string, [one, two]: readonly [string, string]) =>
  database.query(
    `UPDATE ${table} a SET ${column} = b.${column} FROM ${table} b
     WHERE (a.${id}, b.${id}) IN (($1, $2), ($2, $1))`,
    [one, two],
  );

async function registerTwo(headers: readonly [Record<string, string>, Record<string, string>] = [{}, {}]) {
  const paths = [pathTo("200"), pathTo("200")] as const;
  const one = await register(paths[0], { events: ["record.created"], customHeaders: headers[0] });
  const two = await register(paths[1], { events: ["record.updated"], customHeaders: headers[1] });
  return { paths, one, two, ids: [one.id, two.id] as const };
}

test("secrets swapped between two webhooks sign nothing: the delivery fails with the reason", async () => {
  const error = vi.spyOn(log(), "error");
  const { paths, one, ids } = await registerTwo();
  const before = await readLedger();
  await swap("webhook_secrets", "ciphertext", "webhook_id", ids);
  await emit("record.created");
  await drainDeliveries();
  expect(at(paths[0])).toEqual([]);
  const [row, ...more] = await readHistory(one.id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ success: false, statusCode: null, error: "secret_unreadable", isFinal: true });
  expect(await readLedger()).toEqual(before);
  expect(await readStates(one.id)).toEqual(["FAILED"]);
  expect(error.mock.calls).toContainEqual([
    { place: `webhook_secrets.ciphertext:${one.id}` },
    expect.stringContaining("copied from another row"),
  ]);
  expect(JSON.stringify(error.mock.calls)).not.toContain("whsec_");
  expect((await readWebhook(one.access)).consecutiveFailures).toBe(0);
  await swap("webhook_secrets", "ciphertext", "webhook_id", ids);
  await emit("record.created");
  await drainDeliveries();
  expect(at(paths[0])).toHaveLength(1);
});

test("custom headers of another webhook are not sent, and the settings hide their values", async () => {
  const { paths, one, ids } = await registerTwo([
    { Authorization: "Bearer own" },
    { Authorization: "Bearer stranger" },
  ]);
  await swap("webhooks", "custom_headers", "id", ids);
  await emit("record.created");
  await drainDeliveries();
  expect(at(paths[0])).toEqual([]);
  expect(await readHistory(one.id)).toMatchObject([{ success: false, error: "secret_unreadable" }]);
  expect((await readWebhook(one.access)).customHeaders).toEqual({ Authorization: "" });
});

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isV1, isV2, sign, unwrap } from "../src/index";

interface Vector {
  name: string;
  body: string;
  headers: Record<string, string>;
  secrets: string[];
  now: number;
  /** Absent where the delivery is valid. */
  refused?: string;
}

const file = new URL("../test-vectors/webhooks.json", import.meta.url);
const VECTORS = JSON.parse(readFileSync(file, "utf8")) as Vector[];

test.each(VECTORS.map((vector) => [vector.name, vector] as const))("%s", async (_, vector) => {
  const call = unwrap(vector.body, vector.headers, vector.secrets, { now: () => vector.now * 1000 });
  if (vector.refused) return expect(call).rejects.toMatchObject({ name: "SvcWebhookError", reason: vector.refused });
  const { event, deliveryId } = await call;
  expect(event).toEqual(JSON.parse(vector.body));
  expect(deliveryId).toBe(vector.headers["Svc-Webhook-Delivery"]);
});

test("reads bytes, Headers and the headers of node:http alike, and tells the versions apart", async () => {
  const vector = VECTORS.find(({ refused }) => !refused);
  if (!vector) throw new Error("There is no valid vector");
  const lower = Object.fromEntries(
    Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), [value]]),
  );
  const options = { now: () => vector.now * 1000 };
  for (const headers of [new Headers(vector.headers), lower]) {
    const { event } = await unwrap(new TextEncoder().encode(vector.body), headers, vector.secrets, options);
    expect([isV2(event), isV1(event)]).toEqual([true, false]);
  }
});

test("the vectors are signed as the contract says", () => {
  for (const { body, headers, secrets } of VECTORS.filter(({ refused }) => !refused)) {
    const made = secrets.map((secret) =>
      createHmac("sha256", secret).update(`${headers["Svc-Webhook-Timestamp"]}.${body}`).digest("hex"),
    );
    expect(made.some((hex) => headers["Svc-Webhook-Signature"]?.includes(hex))).toBe(true);
  }
});

test("signs what it verifies, for tests of a receiver", async () => {
  const body = '{"id":"evt_1"}';
  const headers = { ...(await sign(body, "whsec_a")), "svc-webhook-id": "evt_1", "svc-webhook-delivery": "1" };
  expect((await unwrap(body, headers, ["whsec_b", "whsec_a"])).eventId).toBe("evt_1");
  await expect(unwrap(body, headers, "whsec_b")).rejects.toThrow("No signature");
});

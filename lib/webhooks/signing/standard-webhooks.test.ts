import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { buildHeaders, type SignedRequest } from "../delivery/headers";
import { buildPayload } from "../delivery/payload";
import { createWebhookSecret } from "./secret";
import { readStandardSpelling, spellForStandardWebhooks } from "./standard-spelling";
import { verifyPasted } from "./verify";
import { findSchemes, STANDARD_SCHEME, SVC_SCHEME } from "./verify-schemes";

const RUNS = 1_000;
/** The stock library compares with the clock of the machine. */
const NOW = new Date();
const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

const deliveries = fc
  .record({
    apiVersion: fc.constantFrom("2025-10-23" as const, "2026-06-09" as const),
    eventId: fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .map((id) => `evt_${Buffer.from(id).toString("base64url")}`),
    eventType: fc.constantFrom("record.updated", "record.deleted", "message.created", "task.updated"),
    deliveryId: fc.uuid(),
    v1Data: fc.option(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 })), { nil: null }),
    objectId: fc.string({ unit: "binary", minLength: 1 }),
    isRotating: fc.boolean(),
  })
  .map(({ v1Data, objectId, isRotating, ...facts }) => {
    const event = {
      id: facts.eventId,
      type: facts.eventType,
      createdAt: NOW,
      roomId: "room_1",
      organizationId: "org_1",
    };
    const body = buildPayload(facts.apiVersion, { ...event, objectType: "record", objectId, v1Data }, facts.deliveryId);
    const secrets = [createWebhookSecret(), ...(isRotating ? [createWebhookSecret()] : [])] as [string, ...string[]];
    const signed = { body: Buffer.from(body), secrets, customHeaders: {}, standardHeaders: true, now: NOW };
    return { ...signed, ...facts } satisfies SignedRequest;
  });

/** The specification, read again without our code. */
function verifyBySpecification(headers: Record<string, string>, body: Uint8Array, spelled: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": given = "" } = headers;
  const key = Buffer.from(spelled.split("whsec_")[1] ?? "", "base64");
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = createHmac("sha256", key).update(signed).digest("base64");
  return given.split(" ").some((part) => part === `v1,${expected}`);
}

function verifyByLibrary(headers: Record<string, string>, body: Uint8Array, spelled: string): unknown {
  return new Webhook(spelled).verify(Buffer.from(body), headers);
}

describe("deliveries with the headers of Standard Webhooks", () => {
  test(`${RUNS} random ones verify in the stock library, by the specification and in our tool, with each secret`, async () => {
    let verified = 0;
    await fc.assert(
      fc.asyncProperty(deliveries, async (delivery) => {
        const headers = buildHeaders(delivery);
        for (const secret of delivery.secrets) {
          const spelled = spellForStandardWebhooks(secret);
          expect(verifyByLibrary(headers, delivery.body, spelled)).toEqual(JSON.parse(String(delivery.body)));
          expect(verifyBySpecification(headers, delivery.body, spelled)).toBe(true);
          const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
          const nowSeconds = Math.floor(NOW.getTime() / 1000);
          const pasted = {
            headers: lines.join("\n"),
            body: new Uint8Array(delivery.body),
            secrets: spelled,
            nowSeconds,
          };
          expect(await verifyPasted(pasted, STANDARD_SCHEME)).toMatchObject({ isValid: true, hints: [] });
        }
        verified += 1;
      }),
      { numRuns: RUNS },
    );
    expect(verified).toBe(RUNS);
  });

  test("another secret, body, id or time does not verify", () => {
    fc.assert(
      fc.property(deliveries, (delivery) => {
        const headers = buildHeaders(delivery);
        const spelled = spellForStandardWebhooks(delivery.secrets[0]);
        const changed = Buffer.concat([delivery.body, Buffer.from(" ")]);
        const tries: [Record<string, string>, Uint8Array, string][] = [
          [headers, changed, spelled],
          [{ ...headers, "webhook-id": `${headers["webhook-id"]}A` }, delivery.body, spelled],
          [
            { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
            delivery.body,
            spelled,
          ],
          [headers, delivery.body, spellForStandardWebhooks(createWebhookSecret())],
        ];
        for (const [given, body, key] of tries) {
          expect(verifyBySpecification(given, body, key)).toBe(false);
          expect(() => verifyByLibrary(given, body, key)).toThrow("No matching signature found");
        }
      }),
      { numRuns: 50 },
    );
  });

  test("the headers of §6 stay as they are, byte for byte, and without the option nothing is added", () => {
    fc.assert(
      fc.property(deliveries, (delivery) => {
        const {
          "webhook-id": id,
          "webhook-timestamp": time,
          "webhook-signature": signature,
          ...own
        } = buildHeaders(delivery);
        expect(Object.entries(own)).toEqual(Object.entries(buildHeaders({ ...delivery, standardHeaders: false })));
        expect([id, time]).toEqual([own["Svc-Webhook-Id"], own["Svc-Webhook-Timestamp"]]);
        expect(signature?.split(" ")).toHaveLength(delivery.secrets.length);
      }),
      { numRuns: 50 },
    );
  });

  test("sends an old webhook-… header unless it could forge one", () => {
    const [delivery] = fc.sample(deliveries, 1);
    if (!delivery) throw new Error("no sample");
    const custom = { ...delivery, customHeaders: { "Webhook-Id": "mine", "X-Mine": "1" } };
    expect(buildHeaders({ ...custom, standardHeaders: false })).toMatchObject({ "Webhook-Id": "mine", "X-Mine": "1" });
    const sent = buildHeaders(custom);
    expect(Object.entries(sent).filter(([name]) => name.toLowerCase() === "webhook-id")).toEqual([
      ["webhook-id", delivery.eventId],
    ]);
  });
});

describe("the spelling for Standard Webhooks", () => {
  test("is the base64 of the whole secret behind its prefix, and can be read back", () => {
    const spelled = spellForStandardWebhooks(SECRET);
    expect(Buffer.from(spelled.slice("whsec_".length), "base64").toString()).toBe(SECRET);
    expect(readStandardSpelling(spelled)).toBe(SECRET);
    for (const other of [SECRET, "", "whsec_", "whsec_AAAA", "whsec_!", spelled.slice(0, -1), ` ${spelled}`])
      expect(readStandardSpelling(other)).toBeNull();
  });

  test("has a key that the specification allows, 24 to 64 bytes", () => {
    const key = Buffer.from(spellForStandardWebhooks(createWebhookSecret()).slice("whsec_".length), "base64");
    expect(key.length).toBeGreaterThanOrEqual(24);
    expect(key.length).toBeLessThanOrEqual(64);
  });
});

describe("the verifier", () => {
  const body = Buffer.from('{"id":"evt_1","title":"議事録"}');
  const headers = buildHeaders({
    apiVersion: "2026-06-09",
    eventId: "evt_AAECAwQFBgcICQoLDA0ODw",
    eventType: "message.created",
    deliveryId: "7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e36",
    body,
    secrets: [SECRET],
    customHeaders: {},
    standardHeaders: true,
    now: NOW,
  });
  const lines = (kept: RegExp) =>
    Object.entries(headers).flatMap(([name, value]) => (kept.test(name) ? [`${name}: ${value}`] : []));
  const verify = (secrets: string, scheme = STANDARD_SCHEME, over: { headers?: string; body?: Buffer } = {}) =>
    verifyPasted(
      {
        headers: over.headers ?? lines(/./).join("\n"),
        body: new Uint8Array(over.body ?? body),
        secrets,
        nowSeconds: Math.floor(NOW.getTime() / 1000),
      },
      scheme,
    );

  test("finds the schemes by the headers that came", () => {
    const find = (...names: string[]) => findSchemes(new Map(names.map((name) => [name, "x"]))).map(({ name }) => name);
    expect(find("svc-webhook-id", "svc-webhook-signature")).toEqual(["svc"]);
    expect(find("webhook-id")).toEqual(["standard"]);
    expect(find("svc-webhook-timestamp", "webhook-signature")).toEqual(["svc", "standard"]);
    expect(find("content-type")).toEqual(["svc"]);
  });

  test("reads both spellings for both schemes, and says when code takes the other", async () => {
    const spelled = spellForStandardWebhooks(SECRET);
    expect(await verify(SECRET, SVC_SCHEME)).toMatchObject({ isValid: true, hints: [] });
    expect(await verify(spelled, SVC_SCHEME)).toMatchObject({ isValid: true, hints: ["spelling_standard"] });
    expect(await verify(spelled)).toMatchObject({ isValid: true, hints: [] });
    expect(await verify(SECRET)).toMatchObject({ isValid: true, hints: ["spelling_own"] });
  });

  test.each([
    ["a missing id", { headers: lines(/timestamp|signature/i).join("\n") }, SECRET, "headers", []],
    [
      "a body that was written again",
      { body: Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 2)) },
      SECRET,
      "match",
      ["body_reserialised"],
    ],
    ["spaces around the secret", {}, ` ${spellForStandardWebhooks(SECRET)} `, "match", ["secret_spaces"]],
    ["another secret", {}, createWebhookSecret(), "match", ["unknown"]],
  ])("names %s", async (_, over, secret, failed, hints) => {
    const verdict = await verify(secret, STANDARD_SCHEME, over);
    expect(verdict.steps.find(({ state }) => state === "failed")?.name).toBe(failed);
    expect(verdict.hints).toEqual(hints);
  });
});

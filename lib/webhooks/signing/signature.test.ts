import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildHeaders } from "../delivery/headers";
import { buildPayload } from "../delivery/payload";
import { chooseSecrets } from "./secret";
import { signBody, writeSignatureHeader } from "./signature";

const CURRENT = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const NEXT = "whsec_Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA";
const AT = new Date("2026-06-09T08:30:00.500Z");
const EVENT = {
  id: "evt_AAECAwQFBgcICQoLDA0ODw",
  type: "record.updated",
  roomId: "room_1",
  organizationId: "org_1",
  objectType: "record",
  objectId: "rec_1",
  v1Data: { id: "rec_1", title: "Überblick – 議事録 🎉", actorId: "usr_1" },
  createdAt: new Date("2026-06-09T08:29:59.007Z"),
};
const DELIVERY = "7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e36";

/** Computed once with another tool (Python's hmac over `timestamp.body`). */
const GOLDEN = {
  v2: {
    body: '{"id":"evt_AAECAwQFBgcICQoLDA0ODw","type":"record.updated","apiVersion":"2026-06-09","createdAt":"2026-06-09T08:29:59.007Z","organizationId":"org_1","roomId":"room_1","data":{"object":{"id":"rec_1","type":"record"}}}',
    current: "d2ff3fe5b6c84481b2139cd3169273cac6f7ccd9791770a6b1e0168454739fb9",
    next: "d9eb2cdd9344c9c6ce409e4c8d9951b6f6976c631115cfc40bc5d2920ea35b60",
  },
  v1: {
    body: `{"event":"record.updated","timestamp":"2026-06-09T08:29:59.007Z","roomId":"room_1","data":{"id":"rec_1","title":"Überblick – 議事録 🎉","actorId":"usr_1"},"deliveryId":"${DELIVERY}"}`,
    current: "493bbf500f48c4d789bad256359e333ebb3a2ac7051b771a81cba64572365b50",
    next: "1cd501d94282c635fdc880e7ed8e7a1168f0ac8cbe5a5462086c6fff46392213",
    legacy: "4052bffa4b2a91be3244613cb0b65d0594cc00c92fb11f12f46075bdd6e5ee26",
  },
};

const build = (version: "v1" | "v2", secrets: readonly [string, ...string[]]) => {
  const apiVersion = version === "v1" ? "2025-10-23" : "2026-06-09";
  const body = Buffer.from(buildPayload(apiVersion, EVENT, DELIVERY));
  const attempt = {
    apiVersion,
    eventId: EVENT.id,
    eventType: EVENT.type,
    deliveryId: DELIVERY,
    body,
    secrets,
    customHeaders: {},
    standardHeaders: false,
    now: AT,
  } as const;
  return { body: body.toString(), headers: buildHeaders(attempt) };
};

test.each(["v1", "v2"] as const)("golden vectors of %s, with one secret and with two", (version) => {
  const golden = GOLDEN[version];
  const one = build(version, [CURRENT]);
  expect(one.body).toBe(golden.body);
  expect(one.headers["Svc-Webhook-Timestamp"]).toBe("1780993800");
  expect(one.headers["Svc-Webhook-Signature"]).toBe(`v1=${golden.current}`);
  const two = build(version, [CURRENT, NEXT]);
  expect(two.headers["Svc-Webhook-Signature"]).toBe(`v1=${golden.current},v1=${golden.next}`);
  expect(two.headers["X-Webhook-Signature"]).toBe(version === "v1" ? GOLDEN.v1.legacy : undefined);
});

test("verifies a body of any bytes under its secret alone (§6)", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 0, max: 4e9 }),
      fc.string(),
      (body, timestamp, secret) => {
        const expected = createHmac("sha256", Buffer.from(secret))
          .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
          .digest("hex");
        expect(signBody(secret, timestamp, body)).toBe(expected);
        expect(writeSignatureHeader([`${secret}x`], timestamp, body)).not.toContain(expected);
      },
    ),
  );
});

test.each([
  ["no rotation", null, null, [CURRENT]],
  ["running", NEXT, "2026-06-09T08:30:00.501Z", [CURRENT, NEXT]],
  ["ended by the clock, not yet tidied", NEXT, "2026-06-09T08:30:00.500Z", [NEXT]],
] as const)("secrets: %s", (_name, next, endsAt, expected) => {
  expect(chooseSecrets({ current: CURRENT, next }, endsAt && new Date(endsAt), AT)).toEqual(expected);
});

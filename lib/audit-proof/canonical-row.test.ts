import fc from "fast-check";
import { expect, test } from "vitest";
import { type LoggedRow, toCanonicalRow, writeCanonicalJson, writeEntry } from "./canonical-row";

const row: LoggedRow = {
  id: "42",
  at: new Date("2026-11-23T04:05:06.007Z"),
  requestId: "req_1",
  surface: "session",
  method: "ACT",
  route: "api_key.create",
  status: 200,
  errorCode: null,
  authMethod: "session",
  actorType: "user",
  actorId: "usr_1",
  scopes: "",
  billingEntityId: "bil_1",
  organizationId: null,
  userId: "usr_1",
  apiKeyId: null,
  appId: null,
  grantId: null,
  externalTokenId: null,
  unitsCost: 0,
  durationMs: null,
  address: null,
  requests: 1,
  resourceId: "key_1",
  details: { scopes: ["a", "b"], é: 1, "10": true, "9": null },
  transactionId: "4711",
};
const salt = Buffer.alloc(16, 1);

test("writes members in the order of RFC 8785", () => {
  // From §3.2.3 of the RFC, without what JSON.parse cannot keep apart.
  const value = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew",
    "1": "One",
    "\u0080": "Control",
    "😀": "Smiley",
    ö: "o",
  };
  expect(writeCanonicalJson(value)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"o","€":"Euro Sign","😀":"Smiley","\ufb33":"Hebrew"}',
  );
});

test("says the same of what JSON has carried", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = writeCanonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(writeCanonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test("an entry stays what it is, whatever the order of the members", () => {
  const canonical = toCanonicalRow(row, 3);
  const turned = Object.fromEntries(Object.entries(canonical).reverse()) as typeof canonical;
  expect(writeEntry(canonical, salt).toString("hex")).toBe(writeEntry(turned, salt).toString("hex"));
  expect(writeEntry(canonical, salt).toString("hex")).toMatchInlineSnapshot(
    `"3cba379db9e98a57007f7cfabee1b93788f9119fbb4eaddb6592eb71d6618db9"`,
  );
});

test("every member, the number and the salt change the entry", () => {
  const entries = new Set([writeEntry(toCanonicalRow(row, 3), salt).toString("hex")]);
  for (const name of Object.keys(row) as (keyof LoggedRow)[]) {
    const changed = { ...row, [name]: name === "at" ? new Date(0) : "changed" };
    entries.add(writeEntry(toCanonicalRow(changed, 3), salt).toString("hex"));
  }
  entries.add(writeEntry(toCanonicalRow(row, 4), salt).toString("hex"));
  entries.add(writeEntry(toCanonicalRow(row, 3), Buffer.alloc(16, 2)).toString("hex"));
  expect(entries.size).toBe(Object.keys(row).length + 3);
});

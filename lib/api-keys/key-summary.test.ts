import { describe, expect, it } from "vitest";
import { type KeyRow, matchesFilter, presentKey } from "./key-summary";

const now = new Date("2026-06-09T12:00:00Z");
const ROW: KeyRow = {
  id: "key_01h455vb4pex5vsknk084sn02q",
  name: "Nightly report",
  environment: "test",
  last4: "9f3K",
  scopes: ["me:read", "rooms:read"],
  userId: "usr_1",
  organizationId: null,
  billingEntityId: "ent_1",
  monthlyUnitsMax: null,
  allowedNetworks: [],
  recordedUntil: null,
  organizationName: null,
  createdByName: "Olivia",
  revokedByName: null,
  rotatedFromId: null,
  rotatedFromName: null,
  replacedById: null,
  replacedByName: null,
  replacedAt: null,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  isLeaked: null,
  leakUrl: null,
  createdAt: new Date("2026-06-01T00:00:00Z"),
};
const acme = presentKey({ ...ROW, userId: null, organizationId: "org_1", organizationName: "Acme" }, now);

describe("presentKey", () => {
  it("shows the prefix and the last four characters only", () => {
    expect(presentKey(ROW, now).maskedKey).toBe("svc_test_…9f3K");
  });

  it("tells an overlapping key from an ended one", () => {
    const replaced = { ...ROW, replacedById: "key_2", replacedByName: "Nightly report", replacedAt: now };
    expect(presentKey({ ...replaced, expiresAt: new Date("2026-06-10T00:00:00Z") }, now)).toMatchObject({
      state: "replaced",
      isUsable: true,
    });
    expect(presentKey({ ...replaced, expiresAt: now }, now)).toMatchObject({ state: "replaced", isUsable: false });
  });

  it("gives no advice about a key that no longer works", () => {
    const old = { ...ROW, createdAt: new Date("2026-01-01T00:00:00Z") };
    expect(presentKey(old, now).isForgotten).toBe(true);
    expect(presentKey({ ...old, revokedAt: now }, now).isForgotten).toBe(false);
  });
});

describe("matchesFilter", () => {
  const all = { state: "", text: "" } as const;

  it.each([
    ["everything", all, true],
    ["its state", { ...all, state: "active" }, true],
    ["another state", { ...all, state: "revoked" }, false],
    ["what is in use", { ...all, state: "usable" }, true],
    ["words of the name, in any case and order", { ...all, text: "REPORT night" }, true],
    ["the last four", { ...all, text: "9f3k" }, true],
    ["a scope", { ...all, text: "rooms:read" }, true],
    ["a scope that it lacks", { ...all, text: "tasks:read" }, false],
    ["whose words are not all there", { ...all, text: "nightly backup" }, false],
  ] as const)("%s", (_, filter, expected) => {
    expect(matchesFilter(acme, filter)).toBe(expected);
  });
});

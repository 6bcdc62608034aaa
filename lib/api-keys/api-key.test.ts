import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "../access/scopes";
import { AppError, type Issue } from "../platform/errors";
import { checkIssue, isForgotten, readRecency, readState, refuseRotation, renewExpiry, resolveExpiry } from "./api-key";
import { PRESET_NAMES, PRESETS } from "./choices";

const now = new Date("2026-06-09T12:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

describe("readState", () => {
  const life = { revokedAt: null, expiresAt: null, isReplaced: false };

  it.each([
    ["no end", life, "active"],
    ["an end in 8 days", { ...life, expiresAt: inDays(8) }, "active"],
    ["an end in exactly 7 days", { ...life, expiresAt: inDays(7) }, "expiring"],
    ["an end now", { ...life, expiresAt: now }, "expired"],
    ["a successor, in its overlap", { ...life, expiresAt: inDays(1), isReplaced: true }, "replaced"],
    ["a successor, past its overlap", { ...life, expiresAt: inDays(-1), isReplaced: true }, "replaced"],
    ["revoked, expired and replaced", { revokedAt: inDays(-1), expiresAt: inDays(-2), isReplaced: true }, "revoked"],
  ])("%s", (_, key, expected) => {
    expect(readState(key, now)).toBe(expected);
  });
});

describe("refuseRotation", () => {
  const life = { revokedAt: null, expiresAt: null, isReplaced: false };

  it.each([
    [life, null],
    [{ ...life, expiresAt: inDays(1) }, null],
    [{ ...life, expiresAt: now }, "expired"],
    [{ ...life, isReplaced: true }, "already_rotated"],
    [{ ...life, revokedAt: now }, "revoked"],
  ])("%j → %s", (key, expected) => {
    expect(refuseRotation(key, now)).toBe(expected);
  });
});

describe("resolveExpiry", () => {
  it.each([
    ["none", "", null],
    ["30", "", "2026-07-09T12:00:00.000Z"],
    ["90", "", "2026-09-07T12:00:00.000Z"],
    ["365", "", "2027-06-09T12:00:00.000Z"],
    ["date", "2026-06-09", "2026-06-09T23:59:59.999Z"],
    ["date", "2028-02-29", "2028-02-29T23:59:59.999Z"],
  ] as const)("%s %s → %s", (choice, date, expected) => {
    expect(resolveExpiry(choice, date, now)?.toISOString() ?? null).toBe(expected);
  });

  it.each(["", "2026-02-30", "2027-02-29", "26-06-09", "2026-6-9", "2026-06-09T00:00", "tomorrow"])(
    "refuses the date %j",
    (date) => {
      expect(resolveExpiry("date", date, now)?.getTime()).toBeNaN();
    },
  );
});

describe("checkIssue", () => {
  const good = { name: "Nightly report", scopes: ["me:read"] as Scope[], expiresAt: null };
  const refusals = (input: unknown) => {
    try {
      checkIssue(input as typeof good, now);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const issues = error.details?.["issues"] as Issue[];
      return issues.map(({ path, message }) => `${path}: ${message}`);
    }
  };

  it("trims the name and lists each scope once in the contract's order", () => {
    expect(checkIssue({ ...good, name: "  CI  ", scopes: ["tasks:read", "me:read", "tasks:read"] }, now)).toEqual({
      name: "CI",
      scopes: ["me:read", "tasks:read"],
      expiresAt: null,
      allowedNetworks: [],
    });
  });

  it("lists each address and network once in one spelling and names invalid ones", () => {
    const check = (allowedNetworks: string) => checkIssue({ ...good, allowedNetworks }, now).allowedNetworks;
    expect(check(" 203.0.113.9/24,2001:DB8::/32\n203.0.113.0/24; ::ffff:192.0.2.1\r\n")).toEqual([
      "203.0.113.0/24",
      "2001:db8::/32",
      "192.0.2.1",
    ]);
    const listOf = (count: number) => Array.from({ length: count }, (_, n) => `192.0.2.${n}`).join("\n");
    expect(check(listOf(20))).toHaveLength(20);
    expect(refusals({ ...good, allowedNetworks: listOf(21) })).toEqual(["allowedNetworks: networks_too_many"]);
    // Repeated entries and white space are not read without end, however few entries there are.
    for (const endless of ["192.0.2.1,".repeat(401), `192.0.2.1${" ".repeat(4_000)}`])
      expect(refusals({ ...good, allowedNetworks: endless })).toEqual(["allowedNetworks: networks_too_many"]);
    expect(refusals({ ...good, allowedNetworks: "192.0.2.1 acme.example" })).toEqual([
      "allowedNetworks.acme.example: network_unreadable",
    ]);
    expect(refusals({ ...good, allowedNetworks: "0.0.0.0/0" })).toEqual(["allowedNetworks.0.0.0.0/0: network_of_all"]);
  });

  it("counts code points, not code units", () => {
    expect(refusals({ ...good, name: "𠮷".repeat(100) })).toEqual([]);
    expect(refusals({ ...good, name: "𠮷".repeat(101) })).toEqual(["name: name_too_long"]);
  });

  it.each([
    [{ ...good, name: "   " }, ["name: name_missing"]],
    [{ ...good, name: "a\u0000b" }, ["name: name_unreadable"]],
    [{ ...good, name: "a\ud800" }, ["name: name_unreadable"]],
    [{ ...good, name: "a\nb" }, ["name: name_unreadable"]],
    [{ ...good, scopes: [] }, ["scopes: scopes_missing"]],
    [{ ...good, scopes: ["me:write"] }, ["scopes: scope_unknown"]],
    [{ ...good, scopes: ["me:read", "*"] }, ["scopes: scope_unknown"]],
    [{ ...good, expiresAt: now }, ["expiresAt: expiry_past"]],
    [{ ...good, expiresAt: new Date(Number.NaN) }, ["expiresAt: expiry_missing"]],
    [
      { name: "", scopes: [], expiresAt: inDays(-1) },
      ["name: name_missing", "scopes: scopes_missing", "expiresAt: expiry_past"],
    ],
  ])("refuses %j", (input, expected) => {
    expect(refusals(input)).toEqual(expected);
  });

  it("rejects unknown scopes", () => {
    fc.assert(
      fc.property(fc.string(), (scope) => {
        fc.pre(!(SCOPES as readonly string[]).includes(scope));
        expect(refusals({ ...good, scopes: ["me:read", scope] })).toEqual(["scopes: scope_unknown"]);
      }),
    );
  });
});

describe("presets", () => {
  it("lets the basics list rooms and messages, as the README does", () => {
    expect(PRESETS.basics).toEqual(expect.arrayContaining(["rooms:read", "messages:read"]));
  });

  it.each(PRESET_NAMES)("accepts %s from a form", (name) => {
    expect(checkIssue({ name, scopes: [...PRESETS[name]], expiresAt: null }, now).scopes).toEqual([...PRESETS[name]]);
  });
});

describe("renewExpiry", () => {
  it("gives the new key the lifetime of the old one", () => {
    expect(renewExpiry({ createdAt: inDays(-80), expiresAt: inDays(10) }, now)).toEqual(inDays(90));
    expect(renewExpiry({ createdAt: inDays(-80), expiresAt: null }, now)).toBeNull();
  });
});

describe("use", () => {
  it.each([
    [null, "never"],
    [inDays(-1), "today"],
    [inDays(-1.01), "month"],
    [inDays(-30), "month"],
    [inDays(-30.01), "older"],
  ])("%s → %s", (at, expected) => {
    expect(readRecency(at, now)).toBe(expected);
  });

  it.each([
    ["used lately", { createdAt: inDays(-90), lastUsedAt: inDays(-29) }, false],
    ["not used for long", { createdAt: inDays(-90), lastUsedAt: inDays(-31) }, true],
    ["new and not used yet", { createdAt: inDays(-29), lastUsedAt: null }, false],
    ["old and never used", { createdAt: inDays(-31), lastUsedAt: null }, true],
  ])("%s: forgotten %s", (_, key, expected) => {
    expect(isForgotten(key, now)).toBe(expected);
  });
});

import { expect, test } from "vitest";
import { checkSupport } from "./doctor.mjs";

test.each([
  ["Node", "24.21.0", "2026-11-27", true, "Node 24.21.0 is supported until 2028-04-30."],
  [
    "Node",
    "24.21.0",
    "2028-04-30",
    true,
    "Node 24.21.0 is supported until 2028-04-30. Upgrade to Node 26, supported until 2029-04-30.",
  ],
  [
    "Node",
    "24.21.0",
    "2028-05-01",
    false,
    "Node 24.21.0 is out of support since 2028-04-30. Upgrade to Node 26, supported until 2029-04-30.",
  ],
  [
    "Node",
    "20.20.2",
    "2026-11-27",
    false,
    "Node 20.20.2 is out of support. Upgrade to Node 26, supported until 2029-04-30.",
  ],
  [
    "PostgreSQL",
    "14.9",
    "2026-11-27",
    false,
    "PostgreSQL 14.9 is out of support. Upgrade to PostgreSQL 18, supported until 2030-11-14.",
  ],
  ["PostgreSQL", "18.4", "2026-11-27", true, "PostgreSQL 18.4 is supported until 2030-11-14."],
  ["PostgreSQL", "19.1", "2026-11-27", true, "PostgreSQL 19.1 is newer than this release knows."],
  [
    "PostgreSQL",
    "18.4",
    "2031-01-01",
    false,
    "PostgreSQL 18.4 is out of support since 2030-11-14. This release knows no supported version. Upgrade the service, too.",
  ],
] as const)("judges %s %s on %s", (name, version, day, isSupported, text) => {
  expect(checkSupport(name, version, new Date(`${day}T12:00:00Z`))).toEqual({ isSupported, text });
});

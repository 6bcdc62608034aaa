import { expect, test } from "vitest";
import type { AuditEntry } from "../overview/list-audit";
import { writeOcsf } from "./ocsf";
import { CreateStream, nameObject, planRetry } from "./stream";

const at = new Date("2026-11-22T23:59:59.123Z");
const ENTRY: AuditEntry = {
  id: "42",
  at,
  requestId: "req_1",
  surface: "v1",
  method: "GET",
  route: "/v1/me",
  status: 200,
  errorCode: null,
  authMethod: "api_key",
  actorType: "app",
  userId: null,
  userName: null,
  apiKeyId: "key_1",
  keyName: "Key",
  appId: null,
  appName: null,
  grantId: null,
  externalTokenId: null,
  scopes: "rooms:read",
  unitsCost: 1,
  durationMs: 3,
  address: null,
  requests: 1,
  resourceId: null,
  details: null,
};

test("an object is named by time and first row", () => {
  expect(nameObject(ENTRY, "a/b", "ndjson")).toBe("a/b/2026/11/22/audit-20261122T235959.123Z-42.ndjson");
  expect(nameObject(ENTRY, "", "ocsf")).toBe("2026/11/22/audit-20261122T235959.123Z-42.ocsf.ndjson");
});

test("retries double from ten seconds to ten minutes", () => {
  const pauses = [1, 2, 3, 20].map((failures) => planRetry(failures, at, 0.5).getTime() - at.getTime());
  expect(pauses).toEqual([10_000, 20_000, 40_000, 600_000]);
});

test.each(["../up", "a/../b", "a//b", "a b", ".hidden", "a/ü", "x?y"])("refuses the prefix %s", (prefix) => {
  const given = { kind: "s3", format: "ndjson", url: "https://s3.example", bucket: "abc", region: "eu-1", prefix };
  const parsed = CreateStream.safeParse({ ...given, accessKeyId: "AKID", secretAccessKey: "12345678" });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(["prefix_invalid"]);
});

/** The members that version 1.5.0 requires of the class, and of the objects in it. */
function checkRequired(event: Record<string, unknown>): string[] {
  const missing = (object: unknown, names: readonly string[]) =>
    names.filter((name) => !Object.hasOwn(object as object, name));
  const { metadata, actor, api, src_endpoint: source } = event as Record<string, Record<string, unknown>>;
  const oneOf = (object: Record<string, unknown> | undefined, names: readonly string[]) =>
    names.some((name) => Object.hasOwn(object ?? {}, name)) ? [] : [names.join("|")];
  return [
    ...missing(event, ["activity_id", "category_uid", "class_uid", "metadata", "severity_id", "time", "type_uid"]),
    ...missing(event, ["actor", "api", "src_endpoint"]),
    ...missing(metadata, ["product", "version"]),
    ...oneOf(metadata?.["product"] as Record<string, unknown>, ["name", "uid"]),
    ...missing(metadata?.["product"], ["vendor_name"]),
    ...missing(api, ["operation"]),
    ...oneOf(actor, ["process", "user", "session", "app_name", "app_uid"]),
    ...oneOf(source, ["ip", "uid", "name", "hostname", "svc_name"]),
  ];
}

test.each<[string, Partial<AuditEntry>, object]>([
  ["a read", {}, { activity_id: 2, type_uid: 600302, severity_id: 1, status_id: 1 }],
  ["a write of a person", { method: "POST", userId: "usr_1", userName: "A" }, { activity_id: 1, type_uid: 600301 }],
  ["a refusal", { status: 404, errorCode: "not_found" }, { severity_id: 2, status_id: 2, status_detail: "not_found" }],
  ["a failure", { status: 500 }, { severity_id: 3 }],
  ["a revocation", { method: "ACT", route: "api_key.revoke", apiKeyId: null, keyName: null }, { activity_id: 4 }],
  ["a change", { method: "ACT", route: "webhook.start_rotation" }, { activity_id: 3 }],
  ["a test", { method: "ACT", route: "audit_stream.test" }, { activity_id: 99, type_uid: 600399 }],
])("%s is API Activity with all required members", (_, changes, expected) => {
  const event = writeOcsf({ ...ENTRY, ...changes });
  expect(event).toMatchObject({ category_uid: 6, class_uid: 6003, time: at.getTime(), ...expected });
  expect(checkRequired(event)).toEqual([]);
});

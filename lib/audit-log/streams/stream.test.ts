import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import type { AuditEntry } from "../list-audit";
import { writeOcsf } from "./ocsf";
import { CreateStream, nameObject, planRetry } from "./stream";

type JSONSchema = Parameters<typeof z.fromJSONSchema>[0];

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

/** zod checks either an object's members or its `anyOf`, so the schema is compiled twice. */
const schema = readFileSync(new URL("ocsf-api-activity.schema.json", import.meta.url), "utf8");
const [members, choices] = [
  z.fromJSONSchema(JSON.parse(schema, (name, value: unknown) => (name === "anyOf" ? undefined : value)) as JSONSchema),
  z.fromJSONSchema(JSON.parse(schema) as JSONSchema),
];
function findFaults(event: unknown): string[] {
  const issues = [members, choices].flatMap((checker) => checker.safeParse(event).error?.issues ?? []);
  return issues.map(({ path, message }) => `${path.join(".")}: ${message.slice(0, 40)}`);
}

const acted = { method: "ACT", apiKeyId: null, keyName: null } as const;
test.each<[string, Partial<AuditEntry>, object]>([
  ["a read", {}, { activity_id: 2, type_uid: 600302, severity_id: 1, status_id: 1 }],
  ["a write of a person", { method: "POST", userId: "usr_1", userName: "A" }, { activity_id: 1, type_uid: 600301 }],
  ["a refusal", { status: 404, errorCode: "not_found" }, { severity_id: 2, status_id: 2, status_detail: "not_found" }],
  ["a failure", { status: 500 }, { severity_id: 3 }],
  ["a revocation", { ...acted, route: "api_key.revoke" }, { activity_id: 4 }],
  ["a change", { ...acted, route: "webhook.start_rotation", userId: "usr_1" }, { activity_id: 3 }],
  ["a test", { ...acted, route: "audit_stream.test" }, { activity_id: 99, type_uid: 600399 }],
  ["an app's", { appId: "app_1", appName: "App", grantId: "grt_1", externalTokenId: "tok_1" }, { activity_id: 2 }],
  ["all of it", { resourceId: "wh_1", details: { fields: ["url", 1, null], a: { b: true } } }, { activity_id: 2 }],
  ["refused ones of an address", { address: "192.0.2.7", requests: 400, durationMs: null }, { activity_id: 2 }],
  ["of an IPv6 address", { address: "2001:db8::7" }, { src_endpoint: { svc_name: "v1", ip: "2001:db8::7" } }],
  ["of a network", { address: "2001:db8:0:1::/64" }, { src_endpoint: { svc_name: "v1", name: "2001:db8:0:1::/64" } }],
])("writes %s as API Activity of the schema", (_, changes, expected) => {
  const event = writeOcsf({ ...ENTRY, ...changes });
  expect(event).toMatchObject({ category_uid: 6, class_uid: 6003, time: at.getTime(), ...expected });
  expect(findFaults(event)).toEqual([]);
});

test.each<[string, object]>([
  ["no such member of the class", { note: "x" }],
  ["no such member of an object in it", { actor: { app_name: "x", note: "x" } }],
  ["a member less", { metadata: undefined }],
  ["none of the members that one is needed of", { actor: {} }],
  ["another number than it has", { activity_id: 7 }],
  ["another type", { time: "now" }],
  ["a network in place of an address", { src_endpoint: { ip: "2001:db8:0:1::/64" } }],
])("the schema refuses an event with %s", (_, changes) => {
  expect(findFaults({ ...writeOcsf(ENTRY), ...changes })).not.toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Rows that say who may do what, and where data goes: who changed them must be on record. */
const TABLES = [
  "api_keys",
  "connectors",
  "invitations",
  "oauth_app_secrets",
  "oauth_apps",
  "oauth_grants",
  "organization_memberships",
  "organizations",
  "room_members",
  "sessions",
  "webhook_secrets",
  "webhooks",
].join("|");
const CHANGES = new RegExp(`\\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:${TABLES})\\b`);

const EXCEPTIONS: Record<string, string> = {
  "lib/audit/settle.ts": "brings forward the last use of keys and grants",
  "lib/oauth/revoke-grant.ts": "its callers know who acts: people, clients, administrators",
  "lib/platform/reseal.ts": "encrypts stored secrets again under the newest key; nobody acts",
  "lib/rooms/open-direct-room.ts": "two people talk; nobody is given access to anything",
  "lib/rooms/end-seats.ts": "lib/offboarding/remove-person.ts knows who acts, and records it",
  "lib/webhooks/finish-attempt.ts": "counts failures, and deactivates by the service's own rule",
};

test("each file that changes these tables records who did it", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((file) => `lib/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const changing = files.filter((file) => CHANGES.test(readFileSync(file, "utf8")));
  const silent = changing.filter(
    (file) => !/from "(?:\.\.|@\/lib)\/audit\/record-act"/.test(readFileSync(file, "utf8")),
  );
  expect(changing.length).toBeGreaterThan(10);
  expect(silent.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

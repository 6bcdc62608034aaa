import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Rows that say who may do what, and where data goes: every change is recorded with its actor. */
const MODELS: Record<string, string> = {
  apiKey: "api_keys",
  connector: "connectors",
  invitation: "invitations",
  oAuthAppSecret: "oauth_app_secrets",
  oAuthApp: "oauth_apps",
  oAuthGrant: "oauth_grants",
  organizationMembership: "organization_memberships",
  organization: "organizations",
  roomMember: "room_members",
  session: "sessions",
  webhookSecret: "webhook_secrets",
  webhook: "webhooks",
};
const SQL_CHANGES = new RegExp(`\\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:${Object.values(MODELS).join("|")})\\b`);
const PRISMA_CHANGES = new RegExp(
  `\\bprisma(?:\\(\\))?\\s*\\.(?:${Object.keys(MODELS).join("|")})\\s*\\.(?:create|update|upsert|delete)`,
);

const EXCEPTIONS: Record<string, string> = {
  "lib/audit/settle.ts": "updates the last use of keys and grants",
  "lib/oauth/revocation-store.ts": "its callers know who acts: people, clients, administrators",
  "lib/platform/reseal.ts": "encrypts stored secrets again under the newest key; nobody acts",
  "lib/rooms/direct-store.ts": "two people talk; nobody is given access to anything",
  "lib/rooms/leaving-store.ts": "lib/offboarding/store.ts knows who acts, and records it",
  "lib/webhooks/finish-attempt.ts": "counts failures, and deactivates by the service's own rule",
};

/** Names of statements, and of groups of statements, that change these tables. */
const changingStatements = Object.values(import.meta.glob<Record<string, unknown>>("/lib/**/*.sql.ts", { eager: true }))
  .flatMap((exported) => Object.entries(exported))
  .filter(([, value]) => SQL_CHANGES.test(JSON.stringify(value)))
  .map(([name]) => name);

function changesTables(file: string): boolean {
  const source = readFileSync(file, "utf8");
  return (
    SQL_CHANGES.test(source) ||
    PRISMA_CHANGES.test(source) ||
    changingStatements.some((name) => new RegExp(`\\b${name}\\b`).test(source))
  );
}

test("each file that changes these tables records the actor", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((file) => `lib/${file.replaceAll("\\", "/")}`)
    .filter((file) => /(?<!\.test|\.sql)\.ts$/.test(file));
  const changing = files.filter(changesTables);
  const silent = changing.filter(
    (file) => !/from "(?:\.\.|@\/lib)\/audit\/record-act"/.test(readFileSync(file, "utf8")),
  );
  expect(changingStatements).toContain("TALLY_WEBHOOKS");
  expect(changing.length).toBeGreaterThan(10);
  expect(silent.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

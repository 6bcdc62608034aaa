import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Rows that say who may do what, and where data goes: every change is recorded with its actor. */
const MODELS: Record<string, string> = {
  apiKey: "api_keys",
  auditStream: "audit_streams",
  billingEntity: "billing_entities",
  connector: "connectors",
  invitation: "invitations",
  legalHold: "legal_holds",
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
  "lib/accounts/retention.ts": "erases expired sessions by a job",
  "lib/audit-log/streams/drain.ts": "moves a stream on after a batch; pausing is an act of its own",
  "lib/api/authenticate.ts": "updates the last use of keys and grants",
  "lib/access/credentials/record-session-use.ts": "updates the last use of a session",
  "lib/oauth/client-documents/read-client-keys.ts": "keeps the keys that a client publishes",
  "lib/oauth/apps/create-client-secret.ts": "its callers know who acts",
  "lib/oauth/server/issue-reference-token.ts": "makes the app of the reference once; its grants are recorded",
  "lib/oauth/retention.ts": "erases expired rows by a job",
  "lib/oauth/grants/revoke-grant.ts": "its callers know who acts: people, clients, administrators",
  "lib/oauth/server/revoke-leaked-tokens.ts": "lib/people/leaks/revoke.ts records the acts that it returns",
  "lib/db/reseal.ts": "encrypts stored secrets again under the newest key; nobody acts",
  "lib/rooms/end-seats.ts": "lib/people/remove-person.ts knows who acts, and records it",
  "lib/rooms/seat-people.ts": "its callers know who acts",
  "lib/webhooks/delivery/finish-attempt.ts": "counts failures, and deactivates by the service's own rule",
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
    .filter((file) => /(?<!\.test|\.cases|\.sql)\.ts$/.test(file));
  const changing = files.filter(changesTables);
  const silent = changing.filter((file) => !/\brecord\w*Action\w*\(/.test(readFileSync(file, "utf8")));
  expect(changingStatements).toContain("FINISH_ATTEMPTS");
  expect(changing.length).toBeGreaterThan(10);
  expect(silent.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

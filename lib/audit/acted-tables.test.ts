import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
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
const MODELS = [
  "apiKey",
  "connector",
  "invitation",
  "oAuthApp",
  "oAuthAppSecret",
  "oAuthGrant",
  "organization",
  "organizationMembership",
  "roomMember",
  "session",
  "webhook",
  "webhookSecret",
].join("|");
const PRISMA_CHANGES = new RegExp(`\\b(?:${MODELS})\\s*\\.(?:create|update|upsert|delete)\\w*\\(`);

const EXCEPTIONS: Record<string, string> = {
  "lib/audit/settle.ts": "brings forward the last use of keys and grants",
  "lib/oauth/revoke-grant.ts": "its callers know who acts: people, clients, administrators",
  "lib/platform/reseal.ts": "encrypts stored secrets again under the newest key; nobody acts",
  "lib/rooms/open-direct-room.ts": "two people talk; nobody is given access to anything",
  "lib/rooms/end-seats.ts": "lib/offboarding/remove-person.ts knows who acts, and records it",
  "lib/webhooks/finish-attempt.ts": "counts failures, and deactivates by the service's own rule",
  "lib/accounts/erase-expired.ts": "erases sessions long after their end",
  "lib/accounts/find-session.ts": "writes the last use of a session",
  "lib/accounts/start-session.ts": "its callers record the sign-in",
  "lib/oauth/create-client-secret.ts": "registering an app and rotating its secret record it",
  "lib/organizations/erase-expired-invitations.ts": "erases expired invitations",
  "lib/rooms/seat-people.ts": "its callers record who was added",
};

const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .map((file) => `lib/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

/** Constants of a `*.sql.ts` file whose statement, or whose helper, changes one of the tables. */
function listChangingConstants(file: string): Set<string> {
  const constants = (texts.get(file) ?? "").split(/^(?=(?:export )?const )/m).slice(1);
  const named = constants.map((text) => ({ name: /const (\w+)/.exec(text)?.[1] ?? "", text }));
  const changing = new Set(named.filter(({ text }) => CHANGES.test(text)).map(({ name }) => name));
  for (const { name, text } of named) {
    if ([...changing].some((helper) => new RegExp(`\\b${helper}\\b`).test(text))) changing.add(name);
  }
  return changing;
}

function changes(file: string, text: string): boolean {
  if (file.endsWith(".sql.ts")) return false;
  if (CHANGES.test(text) || PRISMA_CHANGES.test(text)) return true;
  return [...text.matchAll(/import \{([^}]*)\} from "([^"]+\.sql)"/g)].some(([, names = "", specifier = ""]) => {
    const path = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
    const changing = listChangingConstants(`${path}.ts`);
    return names.split(",").some((name) => changing.has(name.trim()));
  });
}

test("each file that changes these tables records who did it", () => {
  const changing = [...texts].filter(([file, text]) => changes(file, text));
  const silent = changing.filter(([, text]) => !/from "(?:\.\.|@\/lib)\/audit\/record-act"/.test(text));
  expect(changing.length).toBeGreaterThan(20);
  expect(silent.map(([file]) => file).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

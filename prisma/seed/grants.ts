import { audienceUrl } from "../../lib/access/credentials/token";
import type { Scope } from "../../lib/access/scopes";
import { makeClientSecret } from "../../lib/oauth/apps/create-client-secret";
import type { RevocationReason } from "../../lib/oauth/grants/grant";
import type { GrantEvent } from "../../lib/oauth/grants/timeline";
import { REFRESH_TOKEN_LIFETIME_MS } from "../../lib/platform/limits";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const LAPTOP =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const SERVER = "digest-worker/2.3 (Linux; node)";
const STRANGER = "python-requests/2.32";
/** Addresses reserved for examples (RFC 5737). */
const [HOME, OFFICE, DATACENTER, ELSEWHERE] = ["198.51.100.23", "203.0.113.40", "203.0.113.77", "192.0.2.66"];

type Place = readonly [address: string, userAgent: string];
/** Minutes after the approval, what happened, where. */
type Step = readonly [minute: number, kind: GrantEvent, place: Place];

const HOUR = 60;
const DAY = 24 * HOUR;

/** Apps that people approved, and how their grants ended. Their tokens were never issued: the families are history. */
export async function seedGrants(tx: Tx, at: Date, { users, billing }: People): Promise<void> {
  const createdById = users.admin.id;
  const digest = await createApp(tx, daysBefore(at, 47), {
    name: "Room Digest",
    developerName: "Digest Works",
    createdById,
  });
  const standup = await createApp(tx, daysBefore(at, 46), {
    name: "Standup Board",
    developerName: "Small Tools",
    createdById,
  });
  const scribe = await createApp(tx, daysBefore(at, 45), {
    name: "Minutes Scribe",
    developerName: "Digest Works",
    actorType: "AGENT",
    createdById,
  });
  const owner = { userId: users.owner.id };
  const atAcme = { ...owner, billingEntityId: billing.acme };
  await createGrant(tx, daysBefore(at, 12), {
    ...atAcme,
    appId: digest,
    scopes: ["me:read", "rooms:read", "messages:read", "records:read", "records:write"],
    steps: follow([HOME, PHONE], [DATACENTER, SERVER], [HOUR, 2 * HOUR, 26 * HOUR, 2 * DAY, 5 * DAY, 11 * DAY]),
  });
  await createGrant(tx, daysBefore(at, 6), {
    ...owner,
    billingEntityId: billing.owner,
    appId: scribe,
    scopes: ["rooms:read", "records:read"],
    steps: follow([HOME, LAPTOP], [DATACENTER, SERVER], [DAY, 5 * DAY]),
  });
  await createGrant(tx, daysBefore(at, 20), {
    ...atAcme,
    appId: standup,
    scopes: ["me:read", "rooms:read", "tasks:read", "tasks:write"],
    steps: [
      ...follow([OFFICE, LAPTOP], [OFFICE, LAPTOP], [HOUR, 9 * HOUR, DAY, 3 * DAY]),
      [3 * DAY + 20, "refreshed", [ELSEWHERE, STRANGER]],
      [3 * DAY + 61, "reused", [OFFICE, LAPTOP]],
      [3 * DAY + 61, "revoked", [OFFICE, LAPTOP]],
    ],
    reason: "refresh_reuse",
  });
}

function follow(person: Place, app: Place, refreshes: readonly number[]): Step[] {
  return [[0, "approved", person], [1, "issued", app], ...refreshes.map((minute): Step => [minute, "refreshed", app])];
}

interface AppFacts {
  name: string;
  developerName: string;
  actorType?: "USER" | "AGENT";
  createdById: string;
}

/** Its secret is discarded: these apps only appear on screens. An administrator can rotate it. */
async function createApp(tx: Tx, createdAt: Date, facts: AppFacts): Promise<string> {
  const id = idAt("app", createdAt);
  const { last4, hash } = makeClientSecret();
  const allowedScopes: Scope[] = [
    "me:read",
    "rooms:read",
    "messages:read",
    "tasks:read",
    "tasks:write",
    "records:read",
    "records:write",
  ];
  await tx.oAuthApp.create({
    data: {
      id,
      clientId: id,
      ...facts,
      websiteUrl: "https://example.com",
      clientType: "CONFIDENTIAL",
      allowedScopes,
      redirectUris: ["https://example.com/oauth/callback"],
      createdAt,
      updatedAt: createdAt,
      secrets: { create: { id: idAt("sec", createdAt), hash: Uint8Array.from(hash), last4, createdAt } },
    },
  });
  return id;
}

interface GrantFacts {
  appId: string;
  userId: string;
  billingEntityId: string;
  scopes: Scope[];
  steps: readonly Step[];
  reason?: RevocationReason;
}

async function createGrant(tx: Tx, createdAt: Date, { steps, reason, ...facts }: GrantFacts): Promise<void> {
  const id = idAt("grant", createdAt);
  const events = steps.map(([minute, kind, [address, userAgent]]) => ({
    kind,
    address,
    userAgent,
    at: daysBefore(createdAt, 0, minute),
  }));
  const last = events.at(-1)?.at ?? createdAt;
  await tx.oAuthGrant.create({
    data: {
      id,
      ...facts,
      audience: audienceUrl("api"),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + REFRESH_TOKEN_LIFETIME_MS),
      lastUsedAt: last,
      ...(reason ? { revokedAt: last, revokedReason: reason } : {}),
    },
  });
  await tx.oAuthGrantEvent.createMany({ data: events.map((event) => ({ grantId: id, ...event })) });
}

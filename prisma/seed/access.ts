import { createSecret, keyEnvironment } from "../../lib/access/credentials/key-secret";
import { SCOPES, type Scope } from "../../lib/access/scopes";
import { hasOpenPort } from "../../lib/oauth/client-documents/client-document";
import { describeRegistered } from "../../lib/oauth/client-documents/decide-client";
import {
  DEFAULT_CALLBACK_PORT,
  KNOWN_CLIENT_SCOPES,
  KNOWN_CLIENTS,
} from "../../lib/oauth/client-documents/known-clients";
import { CLIENT_DOCUMENT_FRESH_MAX_MS } from "../../lib/platform/client-document-limits";
import { randomToken, sha256 } from "../../lib/platform/crypto";
import { isProductionService } from "../../lib/platform/env";
import type { Manifest } from "./manifest";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(":read"));
const REDIRECT_URIS = ["http://127.0.0.1:8976/callback", "https://example.com/oauth/callback"];

export async function seedAccess(tx: Tx, at: Date, people: People): Promise<Pick<Manifest, "apiKeys" | "oauthApps">> {
  const createdById = people.users.owner.id;
  const ofAcme = { organizationId: people.organizations.acme.id, billingEntityId: people.billing.acme, createdById };
  const ofOwner = { userId: people.users.owner.id, billingEntityId: people.billing.owner, createdById };
  const revoked = { revokedAt: daysBefore(at, 5), revokedById: createdById };
  return {
    apiKeys: {
      org: await createKey(tx, daysBefore(at, 35), { name: "Reporting", scopes: SCOPES, ...ofAcme }),
      orgReadOnly: await createKey(tx, daysBefore(at, 33), { name: "Dashboard", scopes: READ_SCOPES, ...ofAcme }),
      user: await createKey(tx, daysBefore(at, 18), { name: "My laptop", scopes: SCOPES, ...ofOwner }),
      expired: await createKey(tx, daysBefore(at, 32), {
        name: "Trial",
        scopes: READ_SCOPES,
        expiresAt: daysBefore(at, 2),
        ...ofAcme,
      }),
      revoked: await createKey(tx, daysBefore(at, 31), {
        name: "Old importer",
        scopes: READ_SCOPES,
        ...revoked,
        ...ofAcme,
      }),
    },
    oauthApps: await seedApps(tx, at, people),
  };
}

interface KeyFacts {
  name: string;
  scopes: readonly Scope[];
  organizationId?: string;
  userId?: string;
  billingEntityId: string;
  createdById: string;
  expiresAt?: Date;
  revokedAt?: Date;
  revokedById?: string;
}

async function createKey(
  tx: Tx,
  createdAt: Date,
  { scopes, ...facts }: KeyFacts,
): Promise<{ id: string; key: string }> {
  const id = idAt("key", createdAt);
  const { plaintext, environment, last4, hash, hashIndex } = createSecret(keyEnvironment(isProductionService()));
  const secret = { environment, last4, hashIndex, hash: Uint8Array.from(hash) };
  await tx.apiKey.create({ data: { id, ...secret, scopes: [...scopes], ...facts, createdAt } });
  return { id, key: plaintext };
}

async function seedApps(tx: Tx, at: Date, { users }: People): Promise<Manifest["oauthApps"]> {
  const app = (day: number, name: string, isAgent = false) => ({
    createdAt: daysBefore(at, day),
    name,
    isAgent,
    createdById: users.admin.id,
  });
  await seedKnownClients(tx, at, users.admin.id);
  return {
    public: await createApp(tx, app(50, "Acme Notes for phones"), undefined),
    confidential: await createApp(tx, app(49, "Minutes to Tracker"), `svc_cs_${randomToken()}`),
    agent: await createApp(tx, app(48, "Desk Agent", true), `svc_cs_${randomToken()}`),
  };
}

async function createApp(
  tx: Tx,
  { createdAt, name, isAgent, createdById }: { createdAt: Date; name: string; isAgent: boolean; createdById: string },
  clientSecret: string | undefined,
): Promise<Manifest["oauthApps"]["public"]> {
  const id = idAt("app", createdAt);
  const times = { createdAt, updatedAt: createdAt };
  await tx.oAuthApp.create({
    data: {
      id,
      clientId: id,
      name,
      developerName: "Acme Labs",
      websiteUrl: "https://example.com",
      clientType: clientSecret === undefined ? "PUBLIC" : "CONFIDENTIAL",
      actorType: isAgent ? "AGENT" : "USER",
      allowedScopes: [...SCOPES],
      redirectUris: REDIRECT_URIS,
      createdById,
      ...times,
    },
  });
  if (clientSecret === undefined) return { clientId: id, redirectUris: REDIRECT_URIS };
  const hash = Uint8Array.from(sha256(clientSecret));
  await tx.oAuthAppSecret.create({
    data: { id: idAt("sec", createdAt), appId: id, hash, last4: clientSecret.slice(-4), createdAt },
  });
  return { clientId: id, clientSecret, redirectUris: REDIRECT_URIS };
}

/** Approved without a request to their makers, and read like any other document once a day has passed. */
async function seedKnownClients(tx: Tx, at: Date, createdById: string): Promise<void> {
  for (const [index, { url, document }] of Object.values(KNOWN_CLIENTS).entries()) {
    const createdAt = daysBefore(at, 40, index);
    const callbackPort = hasOpenPort(document) ? DEFAULT_CALLBACK_PORT : null;
    const id = idAt("app", createdAt);
    await tx.oAuthApp.create({
      data: {
        id,
        clientId: url,
        ...describeRegistered(url, document, callbackPort),
        actorType: "AGENT",
        allowedScopes: [...KNOWN_CLIENT_SCOPES],
        createdById,
        createdAt,
        updatedAt: createdAt,
      },
    });
    await tx.oAuthClientDocument.create({
      data: {
        id: idAt("cid", createdAt),
        url,
        appId: id,
        found: document,
        approved: document,
        callbackPort,
        foundAt: at,
        checkedAt: at,
        freshUntil: new Date(at.getTime() + CLIENT_DOCUMENT_FRESH_MAX_MS),
        createdAt,
      },
    });
  }
}

import { createHash, randomBytes } from "node:crypto";
import { createSecret } from "../../lib/access/credentials/key-secret";
import { SCOPES } from "../../lib/access/scopes";
import { newId } from "../../lib/platform/ids";
import type { TestDatabase } from "./database";

/**
 * Small worlds for tests: each call creates its own rows, so tests of one file do not interfere.
 *
 *   const world = createWorld(database);
 *   const acme = await world.organization({ seats: 3 });
 *   const key = await world.apiKey({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
 */
export interface World {
  billingEntity(options?: {
    kind?: "INDIVIDUAL" | "ORGANIZATION";
    plan?: "STANDARD" | "UNLIMITED";
    seats?: number;
  }): Promise<string>;
  user(options?: {
    name?: string;
    plan?: "STANDARD" | "UNLIMITED";
  }): Promise<{ id: string; email: string; billingEntityId: string }>;
  organization(options?: {
    seats?: number;
    plan?: "STANDARD" | "UNLIMITED";
  }): Promise<{ id: string; billingEntityId: string }>;
  join(organizationId: string, userId: string, role?: number): Promise<void>;
  room(options: {
    organizationId?: string | null;
    billingEntityId: string;
    roomType?: number;
    name?: string;
  }): Promise<{ id: string }>;
  enter(roomId: string, userId: string, role?: number | null): Promise<void>;
  board(roomId: string): Promise<{ id: string }>;
  apiKey(options: ApiKeyOptions): Promise<{ id: string; key: string }>;
  /** A registered app; with a secret, a confidential one. */
  oauthApp(
    options?: OAuthAppOptions,
  ): Promise<{ id: string; clientId: string; clientSecret?: string; redirectUris: string[] }>;
  /** A token of a person (or of an agent for that person), through an app of its own. */
  accessToken(options: AccessTokenOptions): Promise<AccessToken>;
  useUpUnits(billingEntityId: string, units: number): Promise<void>;
}

interface AccessToken {
  token: string;
  appId: string;
  grantId: string;
  /** Its id in the audit log. */
  tokenId: string;
}

interface ApiKeyOptions {
  organizationId?: string;
  userId?: string;
  billingEntityId: string;
  scopes?: readonly string[];
  environment?: "live" | "test";
  expiresAt?: Date;
  revokedAt?: Date;
  allowedNetworks?: readonly string[];
}

interface OAuthAppOptions {
  isConfidential?: boolean;
  actorType?: "USER" | "AGENT";
  allowedScopes?: readonly string[];
  redirectUris?: string[];
}

interface AccessTokenOptions {
  userId: string;
  billingEntityId: string;
  scopes?: readonly string[];
  audience?: string;
  actorType?: "USER" | "AGENT";
  appId?: string;
  expiresAt?: Date;
}

export function createWorld({ query }: TestDatabase): World {
  const at = () => new Date();
  const world: World = {
    async billingEntity({ kind = "ORGANIZATION", plan = "STANDARD", seats = 1 } = {}) {
      const id = newId("bil");
      await query(
        "INSERT INTO billing_entities (id, kind, plan, seats, created_at) VALUES ($1, $2::billing_kind, $3::billing_plan, $4, $5)",
        [id, kind, plan, seats, at()],
      );
      return id;
    },
    async user({ name = "Test Person", plan = "STANDARD" } = {}) {
      const id = newId("usr");
      const email = `${id}@example.test`;
      const billingEntityId = await world.billingEntity({ kind: "INDIVIDUAL", plan });
      await query("INSERT INTO users (id, email, name, billing_entity_id, created_at) VALUES ($1, $2, $3, $4, $5)", [
        id,
        email,
        name,
        billingEntityId,
        at(),
      ]);
      return { id, email, billingEntityId };
    },
    async organization({ seats = 1, plan = "STANDARD" } = {}) {
      const id = newId("org");
      const billingEntityId = await world.billingEntity({ seats, plan });
      await query("INSERT INTO organizations (id, name, billing_entity_id, created_at) VALUES ($1, $2, $3, $4)", [
        id,
        `Organization ${id}`,
        billingEntityId,
        at(),
      ]);
      return { id, billingEntityId };
    },
    async join(organizationId, userId, role = 20) {
      await query(
        "INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, $5)",
        [newId("mem"), organizationId, userId, role, at()],
      );
    },
    async room({ organizationId = null, billingEntityId, roomType = 0, name = "Room" }) {
      const id = newId("room");
      await query(
        "INSERT INTO rooms (id, name, room_type, organization_id, billing_entity_id, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)",
        [id, name, roomType, organizationId, billingEntityId, at()],
      );
      return { id };
    },
    async enter(roomId, userId, role = 20) {
      await query("INSERT INTO room_members (id, room_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, $5)", [
        newId("mem"),
        roomId,
        userId,
        role,
        at(),
      ]);
    },
    async board(roomId) {
      const id = newId("brd");
      await query("INSERT INTO boards (id, room_id, name, position, created_at) VALUES ($1, $2, 'Board', 0, $3)", [
        id,
        roomId,
        at(),
      ]);
      return { id };
    },
    async apiKey({
      organizationId,
      userId,
      billingEntityId,
      scopes = SCOPES,
      environment = "test",
      expiresAt,
      revokedAt,
      allowedNetworks = [],
    }) {
      const id = newId("key");
      const secret = createSecret(environment);
      await query(
        `INSERT INTO api_keys (id, name, environment, last4, hash_index, hash, scopes, organization_id, user_id, billing_entity_id,
           created_by_id, expires_at, revoked_at, created_at, allowed_networks)
         VALUES ($1, 'Key', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          id,
          environment,
          secret.last4,
          secret.hashIndex,
          secret.hash,
          [...scopes],
          organizationId ?? null,
          userId ?? null,
          billingEntityId,
          userId ?? "usr_test",
          expiresAt ?? null,
          revokedAt ?? null,
          at(),
          [...allowedNetworks],
        ],
      );
      return { id, key: secret.plaintext };
    },
    async oauthApp({
      isConfidential = false,
      actorType = "USER",
      allowedScopes = SCOPES,
      redirectUris = ["https://app.example.test/callback"],
    } = {}) {
      const id = newId("app");
      await query(
        `INSERT INTO oauth_apps (id, client_id, name, developer_name, client_type, actor_type, allowed_scopes, redirect_uris, created_by_id, created_at, updated_at)
         VALUES ($1, $1, 'App', 'Developer', $2::oauth_client_type, $3::oauth_actor_type, $4, $5, 'usr_test', $6, $6)`,
        [id, isConfidential ? "CONFIDENTIAL" : "PUBLIC", actorType, [...allowedScopes], redirectUris, at()],
      );
      if (!isConfidential) return { id, clientId: id, redirectUris };
      const clientSecret = `svc_cs_${randomBytes(32).toString("base64url")}`;
      const hash = createHash("sha256").update(clientSecret).digest();
      await query("INSERT INTO oauth_app_secrets (id, app_id, hash, last4, created_at) VALUES ($1, $2, $3, $4, $5)", [
        newId("sec"),
        id,
        hash,
        clientSecret.slice(-4),
        at(),
      ]);
      return { id, clientId: id, clientSecret, redirectUris };
    },
    async accessToken({
      userId,
      billingEntityId,
      scopes = SCOPES,
      audience = "http://localhost:3000/v1",
      actorType = "USER",
      appId,
      expiresAt,
    }) {
      const app = appId ?? newId("app");
      if (appId === undefined) {
        await query(
          `INSERT INTO oauth_apps (id, client_id, name, developer_name, client_type, actor_type, allowed_scopes, redirect_uris, created_by_id, created_at, updated_at)
           VALUES ($1, $1, 'App', 'Developer', 'PUBLIC', $2::oauth_actor_type, $3, '{}', $4, $5, $5)`,
          [app, actorType, [...SCOPES], userId, at()],
        );
      }
      const [grantId, tokenId] = [newId("grant"), newId("tok")];
      const until = expiresAt ?? new Date(Date.now() + 3_600_000);
      await query(
        "INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        [grantId, app, userId, billingEntityId, [...scopes], audience, at(), until],
      );
      const token = `svc_at_${randomBytes(32).toString("base64url")}`;
      const hash = createHash("sha256").update(token).digest();
      await query(
        "INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        [hash, tokenId, grantId, [...scopes], until, at()],
      );
      return { token, appId: app, grantId, tokenId };
    },
    async useUpUnits(billingEntityId, units) {
      const month = `${at().toISOString().slice(0, 7)}-01`;
      await query(
        "INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) VALUES ($1, $2, $3, 0) ON CONFLICT (billing_entity_id, month) DO UPDATE SET confirmed = $3",
        [billingEntityId, month, units],
      );
    },
  };
  return world;
}

import type { AdminAccess } from "../accounts/admin-store";
import { type Act, type ActName, recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { type Executor, sql, type Transaction, transaction } from "../platform/db";
import { invalid, notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { OVERLAPS } from "../platform/overlap";
import { checkApp, EditApp, RegisterApp, type RotateSecret } from "./app";
import {
  type AppRow,
  type AppSummary,
  presentApp,
  presentSecret,
  type SecretRow,
  type SecretSummary,
} from "./app-summary";
import { createClientSecret } from "./client-secret";
import { revokeGrantsOfApp } from "./revocation-store";

const SELECT_APPS = `
  SELECT a.id, a.client_id AS "clientId", a.name, a.developer_name AS "developerName", a.website_url AS "websiteUrl",
         a.client_type::text AS "clientType", a.actor_type::text AS "actorType", a.allowed_scopes AS "allowedScopes",
         a.redirect_uris AS "redirectUris", a.is_active AS "isActive", u.name AS "createdByName",
         a.created_at AS "createdAt", a.updated_at AS "updatedAt", g.live AS "liveGrants", g.used AS "lastUsedAt"
  FROM oauth_apps a
  LEFT JOIN users u ON u.id = a.created_by_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > $1)::int AS live, max(last_used_at) AS used
    FROM oauth_grants WHERE app_id = a.id) g`;

const LISTED_APPS_MAX = 500;

/** Newest first. */
export async function listApps(_admin: AdminAccess): Promise<AppSummary[]> {
  const rows = await sql<AppRow>("list_oauth_apps", `${SELECT_APPS} ORDER BY a.id DESC LIMIT $2`, [
    now(),
    LISTED_APPS_MAX,
  ]);
  return rows.map(presentApp);
}

export interface AppDetails {
  app: AppSummary;
  /** Newest first: the first is the one that a rotation replaces. Those that have ended are not shown. */
  secrets: SecretSummary[];
}

const SELECT_SECRETS = `
  SELECT id, last4, created_at AS "createdAt", expires_at AS "expiresAt" FROM oauth_app_secrets
  WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC`;

export async function readApp(_admin: AdminAccess, appId: string): Promise<AppDetails> {
  if (!isId("app", appId)) throw notFound();
  const at = now();
  const [[row], secrets] = await Promise.all([
    sql<AppRow>("find_oauth_app", `${SELECT_APPS} WHERE a.id = $2`, [at, appId]),
    sql<SecretRow>("list_app_secrets", SELECT_SECRETS, [appId, at]),
  ]);
  if (!row) throw notFound();
  return { app: presentApp(row), secrets: secrets.map(presentSecret) };
}

export interface RegisteredApp {
  id: string;
  clientId: string;
  name: string;
  /** Shown once, and kept nowhere; a public app has none. */
  secret: string | null;
}

const INSERT_APP = `
  INSERT INTO oauth_apps (id, client_id, name, developer_name, website_url, client_type, actor_type, allowed_scopes,
                          redirect_uris, created_by_id, created_at, updated_at)
  VALUES ($1, $1, $2, $3, $4, $5::oauth_client_type, $6::oauth_actor_type, $7, $8, $9, $10, $10)`;

export async function registerApp(admin: AdminAccess, input: unknown): Promise<RegisteredApp> {
  const app = checkApp(RegisterApp, input);
  const id = newId("app");
  const secret = await transaction(async (tx) => {
    await tx.sql("insert_oauth_app", INSERT_APP, [
      id,
      app.name,
      app.developerName,
      app.websiteUrl,
      app.clientType.toUpperCase(),
      app.actorType.toUpperCase(),
      app.allowedScopes,
      app.redirectUris,
      admin.userId,
      now(),
    ]);
    record(tx, "oauth_app.register", admin, id, { ...describeFacts(app), actorType: app.actorType });
    return app.clientType === "confidential" ? insertSecret(tx, id) : null;
  });
  return { id, clientId: id, name: app.name, secret };
}

async function insertSecret(executor: Executor, appId: string): Promise<string> {
  const { plaintext, last4, hash } = createClientSecret();
  await executor.sql(
    "insert_app_secret",
    "INSERT INTO oauth_app_secrets (id, app_id, hash, last4, created_at) VALUES ($1, $2, $3, $4, $5)",
    [newId("sec"), appId, hash, last4, now()],
  );
  return plaintext;
}

export type EditResult = { kind: "saved" } | { kind: "stale" };

/** Of two edits of one state the second is refused; a new state always has a later time, however fast it follows. */
const UPDATE_APP = `
  UPDATE oauth_apps SET name = $3, developer_name = $4, website_url = $5, allowed_scopes = $6, redirect_uris = $7,
         updated_at = GREATEST($8::timestamptz, updated_at + interval '1 millisecond')
  WHERE id = $1 AND updated_at = $2 RETURNING id`;

/** `seenAt` is the app's `updatedAt` as the editor saw it. */
export async function editApp(admin: AdminAccess, appId: string, seenAt: string, input: unknown): Promise<EditResult> {
  await readApp(admin, appId);
  const app = checkApp(EditApp, input);
  const seen = new Date(seenAt);
  if (Number.isNaN(seen.getTime())) return { kind: "stale" };
  return transaction(async (tx) => {
    const saved = await tx.sql("update_oauth_app", UPDATE_APP, [
      appId,
      seen,
      app.name,
      app.developerName,
      app.websiteUrl,
      app.allowedScopes,
      app.redirectUris,
      now(),
    ]);
    if (saved.length === 0) return { kind: "stale" };
    record(tx, "oauth_app.update", admin, appId, describeFacts(app));
    return { kind: "saved" };
  });
}

export type SecretRefusal = "public_app" | "already_rotated";
export type RotateResult = { kind: "rotated"; secret: string } | { kind: "refused"; reason: SecretRefusal };

/** LEAST: an overlap shortens the life of what is there and never lengthens it. */
const END_SECRETS = "UPDATE oauth_app_secrets SET expires_at = LEAST(expires_at, $2::timestamptz) WHERE app_id = $1";

/**
 * `secretId` is the newest secret as the administrator saw it: of two rotations at once the second is refused, and does
 * not end the secret that the first has just shown.
 */
export async function rotateSecret(
  admin: AdminAccess,
  appId: string,
  { overlap, secretId }: RotateSecret,
): Promise<RotateResult> {
  return transaction(async (tx): Promise<RotateResult> => {
    const { isPublic } = await lockApp(tx, appId);
    if (isPublic) return { kind: "refused", reason: "public_app" };
    const at = now();
    const [newest] = await tx.sql<SecretRow>("list_app_secrets", SELECT_SECRETS, [appId, at]);
    if ((newest?.id ?? "") !== secretId) return { kind: "refused", reason: "already_rotated" };
    await tx.sql("delete_ended_secrets", "DELETE FROM oauth_app_secrets WHERE app_id = $1 AND expires_at <= $2", [
      appId,
      at,
    ]);
    await tx.sql("end_app_secrets", END_SECRETS, [appId, new Date(at.getTime() + OVERLAPS[overlap])]);
    record(tx, "oauth_app.rotate_secret", admin, appId, { overlap });
    return { kind: "rotated", secret: await insertSecret(tx, appId) };
  });
}

/** What a rotation left alive for a while ends now; the current secret stays. */
export async function endOverlap(admin: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockApp(tx, appId);
    const ended = await tx.sql(
      "end_secret_overlap",
      "UPDATE oauth_app_secrets SET expires_at = $2 WHERE app_id = $1 AND expires_at > $2 RETURNING id",
      [appId, now()],
    );
    if (ended.length > 0) record(tx, "oauth_app.end_secret_overlap", admin, appId);
  });
}

/** The app can do nothing from now on, and every grant ends; how many, is told. Doing it twice changes nothing. */
export async function deactivateApp(admin: AdminAccess, appId: string, typedName: string): Promise<number> {
  return transaction(async (tx) => {
    const { name, isActive } = await lockApp(tx, appId);
    if (typedName.trim() !== name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
    await setActive(tx, appId, false);
    const endedGrants = await revokeGrantsOfApp(tx, appId, now());
    if (isActive) record(tx, "oauth_app.deactivate", admin, appId, { endedGrants });
    return endedGrants;
  });
}

/** People have to consent anew: a grant that was being approved while the app went down must not wake with it. */
export async function reactivateApp(admin: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    const { isActive } = await lockApp(tx, appId);
    if (isActive) return;
    await revokeGrantsOfApp(tx, appId, now());
    await setActive(tx, appId, true);
    record(tx, "oauth_app.reactivate", admin, appId);
  });
}

interface LockedApp {
  name: string;
  isPublic: boolean;
  isActive: boolean;
}

/** FOR UPDATE: a new grant needs a share of this row (its foreign key), so none can slip in beside what is done here. */
async function lockApp(tx: Transaction, appId: string): Promise<LockedApp> {
  const [app] = isId("app", appId)
    ? await tx.sql<LockedApp>(
        "lock_oauth_app",
        `SELECT name, client_type = 'PUBLIC' AS "isPublic", is_active AS "isActive" FROM oauth_apps WHERE id = $1 FOR UPDATE`,
        [appId],
      )
    : [];
  if (!app) throw notFound();
  return app;
}

async function setActive(tx: Transaction, appId: string, isActive: boolean): Promise<void> {
  await tx.sql("set_app_active", "UPDATE oauth_apps SET is_active = $2 WHERE id = $1", [appId, isActive]);
}

function record(
  tx: Transaction,
  name: ActName,
  { userId }: AdminAccess,
  appId: string,
  details: Act["details"] = {},
): void {
  recordAct(tx, { name, userId, resourceId: appId, scope: "service", details });
}

function describeFacts({ allowedScopes, redirectUris }: { allowedScopes: string[]; redirectUris: string[] }) {
  // Apps of a device have a scheme of their own in place of a host.
  const redirectHosts = redirectUris.map((uri) => new URL(uri)).map(({ host, protocol }) => host || protocol);
  return { allowedScopes, redirectHosts };
}

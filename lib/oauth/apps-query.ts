import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import {
  type AppRow,
  type AppSummary,
  presentApp,
  presentSecret,
  type SecretRow,
  type SecretSummary,
} from "./app-summary";

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

export const SELECT_SECRETS = `
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

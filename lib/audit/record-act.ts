import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { newRequestId } from "../platform/ids";

/** Changes that people make outside the API: what was done to what. They are the `route` of their audit rows. */
export const ACTS = [
  "session.start",
  "session.end",
  "session.end_all",
  "account.update",
  "api_key.create",
  "api_key.rotate",
  "api_key.revoke",
  "oauth_app.register",
  "oauth_app.update",
  "oauth_app.rotate_secret",
  "oauth_app.end_secret_overlap",
  "oauth_app.deactivate",
  "oauth_app.reactivate",
  "oauth_grant.create",
  "oauth_grant.revoke",
  "webhook.create",
  "webhook.update",
  "webhook.activate",
  "webhook.deactivate",
  "webhook.delete",
  "webhook.start_rotation",
  "webhook.finish_rotation",
  "connector.create",
  "connector.update",
  "connector.rotate_token",
  "connector.enable",
  "connector.disable",
  "connector.delete",
  "organization.create",
  "organization.update",
  "organization.change_seats",
  "invitation.create",
  "invitation.withdraw",
  "invitation.decline",
  "organization_member.join",
  "organization_member.change_role",
  "organization_member.remove",
  "organization_member.leave",
  "room.create",
  "room.update",
  "room_member.add",
  "room_member.change_role",
  "room_member.remove",
  "room_member.leave",
] as const;
export type ActName = (typeof ACTS)[number];

export interface Act {
  name: ActName;
  /** The person who acts. null: a secret scanner, or a failed sign-in at no known account. */
  userId: string | null;
  /** The id of the thing or person that it was done to. */
  resourceId: string | null;
  /** The billing entity that it belongs to, the person's own area, or the service as a whole. */
  scope: { billingEntityId: string } | "own area" | "service";
  /** Ids, roles, numbers and words of ours. Never text that someone typed: it may hold a secret. */
  details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  outcome?: { status: number; errorCode: string };
}

/** The organization follows from its billing entity, so that the two never disagree. */
const RECORD_ACTS = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    billing_entity_id, organization_id, user_id, resource_id, details)
  SELECT $2, $3, $4, 'ACT', a.name, a.status, a."errorCode", CASE WHEN a."userId" IS NOT NULL THEN 'session' END,
    CASE WHEN a."userId" IS NOT NULL THEN 'user' END, a."userId", e.id,
    (SELECT o.id FROM organizations o WHERE o.billing_entity_id = e.id), a."userId", a."resourceId", a.details
  FROM json_to_recordset($1::json) AS a(name text, "userId" text, "resourceId" text, "billingEntityId" text,
    "isOwnArea" boolean, status int, "errorCode" text, details jsonb)
  CROSS JOIN LATERAL (SELECT CASE WHEN a."isOwnArea" THEN
    (SELECT u.billing_entity_id FROM users u WHERE u.id = a."userId") ELSE a."billingEntityId" END AS id) e`;

/** Acts of one transaction are one thing that someone did: they share a request id. */
const requestIds = new WeakMap<Transaction, string>();

function requestIdOf(tx: Transaction): string {
  const requestId = requestIds.get(tx) ?? newRequestId();
  requestIds.set(tx, requestId);
  return requestId;
}

/** In the transaction of the change, so that neither is there without the other. Costs no round trip of its own. */
export function recordAct(tx: Transaction, ...acts: readonly Act[]): void {
  insertActs(tx, acts, { surface: "session", requestId: requestIdOf(tx) });
}

function insertActs(
  tx: Transaction,
  acts: readonly Act[],
  { surface, requestId }: { surface: "session" | "leaks"; requestId: string },
): void {
  if (acts.length === 0) return;
  const rows = acts.map(({ name, userId, resourceId, scope, details, outcome }) => ({
    name,
    userId,
    resourceId,
    billingEntityId: typeof scope === "object" ? scope.billingEntityId : null,
    isOwnArea: scope === "own area",
    status: outcome?.status ?? 200,
    errorCode: outcome?.errorCode ?? null,
    details,
  }));
  tx.last("record_acts", RECORD_ACTS, [JSON.stringify(rows), now(), requestId, surface]);
}

/** One revocation on a secret scanner's report. */
export interface ScannerAct {
  name: "api_key.revoke" | "oauth_grant.revoke";
  resourceId: string;
  billingEntityId: string;
  foundAt: string | null;
}

/** With the report's request id. Of the place the host alone: its path may hold a secret. */
export function recordActsOfScanner(
  tx: Transaction,
  { keyId, requestId }: { keyId: string; requestId: string },
  acts: readonly ScannerAct[],
): void {
  const described = acts.map(({ name, resourceId, billingEntityId, foundAt }) => ({
    name,
    userId: null,
    resourceId,
    scope: { billingEntityId },
    details: { reason: "leaked", scannerKeyId: keyId, ...(foundAt === null ? {} : { host: new URL(foundAt).host }) },
  }));
  insertActs(tx, described, { surface: "leaks", requestId });
}

/** For acts that change no row: signing in, failing to. */
export function recordActAlone(act: Act): Promise<void> {
  return transaction((tx) => recordAct(tx, act));
}

import { type Transaction, transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { newRequestId } from "../platform/ids";
import { RECORD_ACTIONS } from "./audit.sql";

export const ADMINISTRATION_ACTIONS = [
  "tenant.suspend",
  "tenant.resume",
  "tenant.set_seats",
  "legal_hold.place",
  "legal_hold.lift",
  "background_run.retry",
  "background_run.cancel",
  "oauth_app.register",
  "oauth_app.update",
  "oauth_app.rotate_secret",
  "oauth_app.end_secret_overlap",
  "oauth_app.deactivate",
  "oauth_app.reactivate",
  "oauth_client.refuse",
  "administrator.create",
  "administrator.promote",
  "administrator.renew_password",
] as const;

export const ACTIONS = [
  "session.start",
  "session.end",
  "session.end_all",
  "cli_login.approve",
  "cli_login.deny",
  "account.create",
  "account.update",
  "account.reset_password",
  "account.secure",
  "passkey.add",
  "passkey.rename",
  "passkey.remove",
  "api_key.create",
  "api_key.rotate",
  "api_key.revoke",
  "api_key.set_budget",
  "api_key.set_networks",
  "api_key.start_recording",
  "api_key.stop_recording",
  "oauth_client.request",
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
  "audit_stream.create",
  "audit_stream.pause",
  "audit_stream.resume",
  "audit_stream.test",
  "audit_stream.delete",
  "organization.create",
  "organization.update",
  "organization.change_seats",
  "invitation.create",
  "invitation.withdraw",
  "invitation.decline",
  "invitation.report",
  "organization_member.join",
  "organization_member.change_role",
  "organization_member.remove",
  "organization_member.leave",
  "room.create",
  "room.update",
  "board.update",
  "board.archive",
  "board.restore",
  "room_member.add",
  "room_member.change_role",
  "room_member.remove",
  "room_member.leave",
  "message.update",
  "message.delete",
  "comment.update",
  "comment.delete",
  ...ADMINISTRATION_ACTIONS,
] as const;
export type AuditActionName = (typeof ACTIONS)[number];

export interface AuditAction {
  name: AuditActionName;
  userId: string | null;
  resourceId: string | null;
  scope: { billingEntityId: string } | "own area" | "service";
  /** Ids, roles, numbers and constants. Text that someone typed may hold a secret. */
  details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  outcome?: { status: number; errorCode: string };
}

const requestIds = new WeakMap<Transaction, string>();

/** The row travels with the transaction of the change, so that neither exists without the other. */
export function recordAction(tx: Transaction, ...actions: readonly AuditAction[]): void {
  const requestId = requestIds.get(tx) ?? newRequestId();
  requestIds.set(tx, requestId);
  insertActions(tx, actions, "session", requestId);
}

function insertActions(
  tx: Transaction,
  actions: readonly AuditAction[],
  surface: "session" | "leaks",
  requestId: string,
): void {
  if (actions.length === 0) return;
  const rows = actions.map(({ name, userId, resourceId, scope, details, outcome }) => ({
    name,
    userId,
    resourceId,
    billingEntityId: typeof scope === "object" ? scope.billingEntityId : null,
    isOwnArea: scope === "own area",
    status: outcome?.status ?? 200,
    errorCode: outcome?.errorCode ?? null,
    details,
  }));
  tx.queryLast(RECORD_ACTIONS, { rows: JSON.stringify(rows), now: now(), requestId, surface });
}

export interface ScannerAction {
  name: "api_key.revoke" | "oauth_grant.revoke" | "session.end";
  resourceId: string;
  billingEntityId: string;
  foundAt: string | null;
}

/** Only the host of the place where a token was found is stored: its path may hold a secret. */
export function recordScannerActions(
  tx: Transaction,
  { keyId, requestId }: { keyId: string; requestId: string },
  actions: readonly ScannerAction[],
): void {
  const described = actions.map(({ name, resourceId, billingEntityId, foundAt }) => ({
    name,
    userId: null,
    resourceId,
    scope: { billingEntityId },
    details: { reason: "leaked", scannerKeyId: keyId, ...(foundAt === null ? {} : { host: new URL(foundAt).host }) },
  }));
  insertActions(tx, described, "leaks", requestId);
}

export function recordActionAlone(action: AuditAction): Promise<void> {
  return transaction((tx) => recordAction(tx, action));
}

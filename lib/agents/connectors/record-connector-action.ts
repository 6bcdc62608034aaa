import { type AuditAction, type AuditActionName, recordAction } from "../../audit/record-action";
import type { Transaction } from "../../db/transaction";

export interface ActingOwner {
  userId: string;
  owner: { billingEntityId: string };
}

export function recordConnectorAction(
  tx: Transaction,
  name: AuditActionName,
  { userId, owner }: ActingOwner,
  connectorIds: readonly string[],
  details: AuditAction["details"] = {},
): void {
  const scope = { billingEntityId: owner.billingEntityId };
  recordAction(tx, ...connectorIds.map((resourceId) => ({ name, userId, resourceId, scope, details })));
}

import { type Act, type ActName, recordAct } from "../../audit/record-act";
import type { Transaction } from "../../db/transaction";

export interface ActingOwner {
  userId: string;
  owner: { billingEntityId: string };
}

export function recordConnectorAct(
  tx: Transaction,
  name: ActName,
  { userId, owner }: ActingOwner,
  connectorIds: readonly string[],
  details: Act["details"] = {},
): void {
  const scope = { billingEntityId: owner.billingEntityId };
  recordAct(tx, ...connectorIds.map((resourceId) => ({ name, userId, resourceId, scope, details })));
}

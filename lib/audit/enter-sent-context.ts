import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { ENTER_SENT_CONTEXT } from "./audit.sql";

export interface SentContext {
  runId: string;
  requestId: string;
  action: string;
  connectorId: string;
  scopes: readonly string[];
  billingEntityId: string;
  organizationId: string | null;
  userId: string;
  gatewayHost: string | null;
  attempt: number;
  /** Ids of records, messages and tasks, and nothing of their text. */
  sentIds: readonly string[];
}

/**
 * §5: The row is written before the gateway is called. Nothing leaves without one, and it cannot be taken out later.
 */
export function enterSentContext(tx: Transaction, sent: SentContext): void {
  const { runId, requestId, action, connectorId, scopes, billingEntityId, organizationId, userId, ...details } = sent;
  tx.queryLast(ENTER_SENT_CONTEXT, {
    now: now(),
    requestId,
    route: `runs/${action}`,
    connectorId,
    scopes: scopes.join(" "),
    billingEntityId,
    organizationId,
    userId,
    runId,
    details: JSON.stringify(details),
  });
}

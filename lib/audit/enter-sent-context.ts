import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { ENTER_SENT_CONTEXT } from "./audit.sql";

/** Data that a run of an agent takes out of the service. */
export interface SentContext {
  runId: string;
  /** Of the request that started the run. */
  requestId: string;
  action: string;
  connectorId: string;
  scopes: readonly string[];
  billingEntityId: string;
  organizationId: string | null;
  /** The person for whom the agent acts. */
  userId: string;
  /** null: the connector's URL has no host, so nothing will leave. */
  gatewayHost: string | null;
  /** Which attempt of the run sends it: an interrupted run may send it again. */
  attempt: number;
  /** Records, messages, tasks and what the session key names. Nothing of their text. */
  sentIds: readonly string[];
}

/** §5, in the transaction before the gateway is called: nothing leaves that has no row, and a row cannot be taken out later. */
export function enterSentContext(tx: Transaction, sent: SentContext): void {
  const { runId, requestId, action, connectorId, scopes, billingEntityId, organizationId, userId, ...details } = sent;
  tx.queryLast(ENTER_SENT_CONTEXT, [
    now(),
    requestId,
    `runs/${action}`,
    connectorId,
    scopes.join(" "),
    billingEntityId,
    organizationId,
    userId,
    runId,
    JSON.stringify(details),
  ]);
}

import { type BillingContext, describeBilling } from "../../access/caller";
import { MANAGER_ROLE } from "../../access/roles";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import type { SessionStrategy, ToolProfile } from "../connectors/connector";
import { FIND_RUNNABLE_CONNECTOR } from "./context.sql";
import type { Gateway } from "./gateway";

declare const proof: unique symbol;

export interface RunnableConnector {
  readonly [proof]: "runnable-connector";
  readonly id: string;
  readonly userId: string;
  readonly billing: BillingContext;
  readonly isEnabled: boolean;
  readonly isManaged: boolean;
  readonly toolProfile: ToolProfile;
  readonly sessionStrategy: SessionStrategy;
  readonly target: string;
  readonly gateway: Gateway;
}

export async function openConnectorToRun(userId: string, connectorId: string): Promise<RunnableConnector> {
  const [row] = isId("conn", connectorId)
    ? await query(FIND_RUNNABLE_CONNECTOR, { connectorId, userId, managerRole: MANAGER_ROLE })
    : [];
  if (!row) throw notFound();
  const { organizationId, entityId, plan, seats, suspension, ...connector } = row;
  const { baseUrl, sealedToken, networkMode, isPublicAccepted, ...facts } = connector;
  return {
    ...facts,
    id: connectorId,
    userId,
    billing: describeBilling({ entityId, plan, seats, suspension }, organizationId, userId),
    gateway: { connectorId, baseUrl, sealedToken, networkMode, isPublicAccepted },
  } as RunnableConnector;
}

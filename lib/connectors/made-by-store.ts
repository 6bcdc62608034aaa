import { sql, type Transaction } from "../platform/db";
import { disableConnectors } from "./store";

interface Maker {
  organizationId: string;
  userId: string;
}

const ENABLED_CONNECTORS = "organization_id = $1 AND created_by_id = $2 AND is_enabled";

/** The organization's enabled connectors that this person has set up: they chose the gateway that receives its text. */
export function listConnectorsMadeBy({ organizationId, userId }: Maker): Promise<{ id: string; name: string }[]> {
  return sql(
    "list_connectors_made_by",
    `SELECT id, name FROM connectors WHERE ${ENABLED_CONNECTORS} ORDER BY id DESC LIMIT 500`,
    [organizationId, userId],
  );
}

export async function disableConnectorsMadeBy(
  tx: Transaction,
  { organizationId, userId }: Maker,
  actor: { userId: string; billingEntityId: string },
): Promise<void> {
  const made = await tx.sql<{ id: string }>(
    "lock_connectors_made_by",
    `SELECT id FROM connectors WHERE ${ENABLED_CONNECTORS} ORDER BY id FOR NO KEY UPDATE`,
    [organizationId, userId],
  );
  await disableConnectors(
    tx,
    made.map(({ id }) => id),
    { userId: actor.userId, owner: actor },
  );
}

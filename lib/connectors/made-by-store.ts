import { now } from "../platform/clock";
import { type Executor, sql } from "../platform/db";

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

export async function disableConnectorsMadeBy(tx: Executor, { organizationId, userId }: Maker): Promise<void> {
  await tx.sql(
    "disable_connectors_made_by",
    `UPDATE connectors SET is_enabled = false, updated_at = $3 WHERE ${ENABLED_CONNECTORS}`,
    [organizationId, userId, now()],
  );
}

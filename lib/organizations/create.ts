import { OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { newId } from "../platform/ids";
import { ORGANIZATIONS_OWNED_MAX } from "../platform/limits";
import { checkDetails, refuse } from "./settings";

const FIRST_SEATS = 1;

const INSERT_ORGANIZATION = `
  WITH payer AS (
    INSERT INTO billing_entities (id, kind, seats, created_at) VALUES ($1, 'ORGANIZATION', $2, $6) RETURNING id
  )
  INSERT INTO organizations (id, name, description, billing_entity_id, created_at)
  SELECT $3, $4, $5, payer.id, $6 FROM payer`;

const INSERT_OWNER = `
  INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, $5)`;

/** With one seat, which its owner sits in; answers its id. The person's row is locked, so that their number is true. */
export async function createOrganization(
  userId: string,
  input: { name: string; description: string },
): Promise<string> {
  const { name, description } = checkDetails(input);
  return transaction(async (tx) => {
    await tx.sql("lock_user", "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
    const [owned] = await tx.sql<{ count: number }>(
      "count_owned_organizations",
      "SELECT count(*)::int AS count FROM organization_memberships WHERE user_id = $1 AND role = $2",
      [userId, OWNER_ROLE],
    );
    if ((owned?.count ?? 0) >= ORGANIZATIONS_OWNED_MAX) throw refuse("organizations_too_many");
    const [organizationId, at] = [newId("org"), now()];
    const billingEntityId = newId("bil");
    const values = [billingEntityId, FIRST_SEATS, organizationId, name, description, at];
    await tx.sql("insert_organization", INSERT_ORGANIZATION, values);
    await tx.sql("insert_owner", INSERT_OWNER, [newId("mem"), organizationId, userId, OWNER_ROLE, at]);
    recordAct(tx, { name: "organization.create", userId, resourceId: organizationId, scope: { billingEntityId } });
    return organizationId;
  });
}

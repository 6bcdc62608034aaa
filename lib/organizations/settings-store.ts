import { explainRefusal, mayManage } from "../access/membership";
import { OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/act-store";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { forbidden } from "../platform/errors";
import { newId } from "../platform/ids";
import { ORGANIZATIONS_OWNED_MAX } from "../platform/limits";
import { lockOrganization, type OrganizationAccess } from "./access-store";
import { countTakenSeats } from "./member-store";
import { checkDetails, checkSeats, refuse } from "./settings";

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

export async function updateOrganization(
  access: OrganizationAccess,
  input: { name: string; description: string },
): Promise<void> {
  const { name, description } = checkDetails(input);
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (!mayManage(role)) throw explainRefusal("managers_only", "name");
    await tx.sql("update_organization", "UPDATE organizations SET name = $2, description = $3 WHERE id = $1", [
      access.organizationId,
      name,
      description,
    ]);
    recordAct(tx, { name: "organization.update", ...describeAct(access) });
  });
}

/** Units and bursts follow with the next request (§8): both are reckoned from this number each time. Answers it. */
export async function changeSeats(access: OrganizationAccess, typed: string): Promise<number> {
  const seats = checkSeats(typed);
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (role < OWNER_ROLE)
      throw forbidden("Only owners change the number of seats.", {
        issues: [{ path: "seats", message: "owners_only" }],
      });
    if (seats < (await countTakenSeats(tx, access.organizationId))) throw refuse("seats_taken", "seats");
    await tx.sql("change_seats", "UPDATE billing_entities SET seats = $2 WHERE id = $1", [
      access.billingEntityId,
      seats,
    ]);
    recordAct(tx, { name: "organization.change_seats", ...describeAct(access), details: { seats } });
    return seats;
  });
}

function describeAct({ userId, organizationId, billingEntityId }: OrganizationAccess) {
  return { userId, resourceId: organizationId, scope: { billingEntityId } };
}

import { explainRefusal, mayManage } from "../access/membership";
import { OWNER_ROLE } from "../access/roles";
import { recordAct } from "../audit/record-act";
import { transaction } from "../platform/db";
import { forbidden } from "../platform/errors";
import { lockOrganization } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { countTakenSeats } from "./seats-query";
import { checkDetails, checkSeats, refuse } from "./settings";

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

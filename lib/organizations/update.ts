import { explainRefusal, mayManage } from "../access/membership";
import { OWNER_ROLE } from "../access/roles";
import { transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { env } from "../platform/env";
import { forbidden } from "../platform/errors";
import { lockOrganization, recordOrganizationAction } from "./lock-organization";
import type { OrganizationAccess } from "./open-organization";
import { countTakenSeats } from "./queries";
import { OrganizationDetails, refuse, Seats } from "./settings";

export async function updateOrganization(access: OrganizationAccess, input: { name: string; description: string }) {
  const data = checkInput(OrganizationDetails, input);
  return transaction(async (tx) => {
    const { role } = await lockOrganization(tx, access);
    if (!mayManage(role)) throw explainRefusal("managers_only", "name");
    await tx.prisma.organization.update({ where: { id: access.organizationId }, data });
    recordOrganizationAction(tx, access, { name: "organization.update", resourceId: access.organizationId });
  });
}

/** An owner may use the number that an administrator has set. */
export function maxSelfServiceSeats(seats: number): number {
  return Math.max(seats, env().SVC_SEATS_MAX_SELF_SERVICE);
}

/** Units and bursts follow with the next request (§8), because both are derived from this number. */
export async function changeSeats(access: OrganizationAccess, typed: string): Promise<number> {
  const seats = checkInput(Seats, typed, "seats");
  return transaction(async (tx) => {
    const { role, seats: before } = await lockOrganization(tx, access);
    if (role < OWNER_ROLE) {
      const issues = [{ path: "seats", message: "owners_only" }];
      throw forbidden("Only owners change the number of seats.", { issues });
    }
    if (seats > maxSelfServiceSeats(before)) throw refuse("seats_by_administrator", "seats");
    if (seats < (await countTakenSeats(access, tx))) throw refuse("seats_taken", "seats");
    await tx.prisma.billingEntity.update({ where: { id: access.billingEntityId }, data: { seats } });
    const details = { seats };
    recordOrganizationAction(tx, access, {
      name: "organization.change_seats",
      resourceId: access.organizationId,
      details,
    });
    return seats;
  });
}

import { OWNER_ROLE } from "../access/roles";
import { recordAction } from "../audit/record-action";
import { transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import { ORGANIZATIONS_OWNED_MAX } from "../platform/limits";
import { LOCK_USER } from "./organizations.sql";
import { OrganizationDetails, refuse } from "./settings";

export async function createOrganization(userId: string, input: { name: string; description: string }) {
  const details = checkInput(OrganizationDetails, input);
  return transaction(async (tx) => {
    await tx.query(LOCK_USER, { userId });
    const owned = await tx.prisma.organizationMembership.count({ where: { userId, role: OWNER_ROLE } });
    if (owned >= ORGANIZATIONS_OWNED_MAX) throw refuse("organizations_too_many");
    const [id, billingEntityId, createdAt] = [newId("org"), newId("bil"), now()];
    await tx.prisma.organization.create({
      data: {
        id,
        ...details,
        createdAt,
        billingEntity: { create: { id: billingEntityId, kind: "ORGANIZATION", seats: 1, createdAt } },
        memberships: { create: { id: newId("mem"), userId, role: OWNER_ROLE, createdAt } },
      },
    });
    recordAction(tx, { name: "organization.create", userId, resourceId: id, scope: { billingEntityId } });
    return id;
  });
}

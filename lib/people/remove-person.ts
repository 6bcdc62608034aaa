import { OWNER_ROLE } from "../access/roles";
import { disableConnectorsCreatedBy } from "../agents/runs/disable-connector";
import { revokeKeysCreatedBy } from "../api-keys/revoke";
import { recordAction } from "../audit/record-action";
import { type Transaction, transaction } from "../db/transaction";
import { revokeGrantsInContext } from "../oauth/grants/revoke-grant";
import { endMembership } from "../organizations/change-membership";
import type { OrganizationAccess } from "../organizations/open-organization";
import { readPerson } from "../organizations/queries";
import { checkTypedName } from "../platform/check-typed-name";
import { now } from "../platform/clock";
import { endSeats } from "../rooms/end-seats";
import { deactivateWebhooksCreatedBy } from "../webhooks/settings/deactivate-created-by";

export type Endings = Record<"keys" | "webhooks" | "connectors", boolean>;

export async function removePerson(
  access: OrganizationAccess,
  userId: string,
  { typedName, endings }: { typedName: string; endings: Endings },
): Promise<void> {
  const { name } = await readPerson(access, userId);
  checkTypedName(typedName, name);
  await transaction(async (tx) => {
    await endMembershipAndSeats(tx, access, userId);
    const maker = { organizationId: access.organizationId, userId };
    if (endings.keys) await revokeKeysCreatedBy(tx, maker, access);
    if (endings.webhooks) await deactivateWebhooksCreatedBy(tx, maker, access);
    if (endings.connectors) await disableConnectorsCreatedBy(tx, maker, access);
  });
}

/** Keys, webhooks and connectors stay: leaving must not switch off the organization's integrations. */
export async function leaveOrganization(access: OrganizationAccess, typedName: string): Promise<void> {
  checkTypedName(typedName, access.name);
  await transaction((tx) => endMembershipAndSeats(tx, access, access.userId));
}

async function endMembershipAndSeats(tx: Transaction, access: OrganizationAccess, userId: string): Promise<void> {
  const { organizationId, billingEntityId } = access;
  await endMembership(tx, access, userId);
  const { roomIds, newOwners } = await endSeats(tx, { organizationId, userId });
  await revokeGrantsInContext(tx, { userId, billingEntityId }, now());
  const verb = access.userId === userId ? "leave" : "remove";
  const scope = { billingEntityId };
  const act = { userId: access.userId, resourceId: userId, scope };
  recordAction(
    tx,
    { name: `organization_member.${verb}`, ...act },
    ...roomIds.map((roomId) => ({ name: `room_member.${verb}` as const, ...act, details: { roomId } })),
    ...newOwners.map((heir) => ({
      name: "room_member.change_role" as const,
      userId: access.userId,
      resourceId: heir.userId,
      scope,
      details: { roomId: heir.roomId, role: OWNER_ROLE },
    })),
  );
}

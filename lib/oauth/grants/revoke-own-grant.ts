import { recordAction } from "../../audit/record-action";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { Cause } from "./grant";
import { REVOKE_GRANTS_OF_PERSON } from "./grants.sql";
import type { GrantAccess } from "./grants-query";
import { revokeGrant } from "./revoke-grant";

export async function revokeOwnGrant(access: GrantAccess, cause: Cause): Promise<void> {
  const { grant, userId, billingEntityId } = access;
  if (grant.state !== "active") return;
  await transaction(async (tx) => {
    if (!(await revokeGrant(tx, grant.id, "user", cause, now()))) return;
    const details = { appId: grant.app.id };
    recordAction(tx, { name: "oauth_grant.revoke", userId, resourceId: grant.id, scope: { billingEntityId }, details });
  });
}

export async function revokeGrantsOfPerson(tx: Transaction, userId: string, at: Date): Promise<void> {
  const ended = await tx.query(REVOKE_GRANTS_OF_PERSON, { at, userId });
  const grants = await tx.prisma.oAuthGrant.findMany({
    where: { id: { in: ended.map(({ grantId }) => grantId) } },
    select: { id: true, appId: true, billingEntityId: true },
  });
  const act = { name: "oauth_grant.revoke", userId } as const;
  recordAction(
    tx,
    ...grants.map(({ id, appId, billingEntityId }) => ({
      ...act,
      resourceId: id,
      scope: { billingEntityId },
      details: { appId },
    })),
  );
}

import { recordAct } from "../../audit/record-act";
import type { Transaction } from "../../db/transaction";
import { REVOKE_GRANTS_OF_PERSON } from "./grants.sql";

/** Ends what a person has granted, wherever that is. */
export async function revokeGrantsOfPerson(tx: Transaction, userId: string, at: Date): Promise<void> {
  const ended = await tx.query(REVOKE_GRANTS_OF_PERSON, [at, userId]);
  const grants = await tx.prisma.oAuthGrant.findMany({
    where: { id: { in: ended.map(({ grantId }) => grantId) } },
    select: { id: true, appId: true, billingEntityId: true },
  });
  const act = { name: "oauth_grant.revoke", userId } as const;
  recordAct(
    tx,
    ...grants.map(({ id, appId, billingEntityId }) => ({
      ...act,
      resourceId: id,
      scope: { billingEntityId },
      details: { appId },
    })),
  );
}

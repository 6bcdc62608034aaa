import { recordAct } from "../../audit/record-act";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { keepHeader } from "../../platform/mask-secrets";
import type { Cause, RevocationReason } from "./grant";
import {
  INSERT_GRANT_EVENT,
  REVOKE_GRANT,
  REVOKE_GRANTS_IN_CONTEXT,
  REVOKE_GRANTS_OF_APP,
  REVOKE_GRANTS_OF_PERSON,
} from "./grants.sql";
import type { GrantAccess } from "./grants-query";
import type { GrantEvent } from "./timeline";

export async function recordGrantEvent(
  tx: Transaction,
  grantId: string,
  kind: GrantEvent,
  { address, userAgent }: Cause,
  at: Date,
): Promise<void> {
  await tx.query(INSERT_GRANT_EVENT, [grantId, kind, address, keepHeader(userAgent), at]);
}

/** The family's tokens end with it, because each use of one reads its grant. */
export async function revokeGrant(
  tx: Transaction,
  grantId: string,
  reason: RevocationReason,
  cause: Cause,
  at: Date,
  events: readonly GrantEvent[] = ["revoked"],
): Promise<boolean> {
  const revoked = await tx.query(REVOKE_GRANT, [grantId, at, reason]);
  if (revoked.length === 0) return false;
  for (const event of events) await recordGrantEvent(tx, grantId, event, cause, at);
  return true;
}

export async function revokeGrantsOfApp(tx: Transaction, appId: string, at: Date): Promise<number> {
  return (await tx.query(REVOKE_GRANTS_OF_APP, [at, appId])).length;
}

export async function revokeGrantsInContext(
  tx: Transaction,
  { userId, billingEntityId }: { userId: string; billingEntityId: string },
  at: Date,
): Promise<void> {
  await tx.query(REVOKE_GRANTS_IN_CONTEXT, [at, userId, billingEntityId]);
}

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

export async function revokeOwnGrant(access: GrantAccess, cause: Cause): Promise<void> {
  const { grant, userId, billingEntityId } = access;
  if (grant.state !== "active") return;
  await transaction(async (tx) => {
    if (!(await revokeGrant(tx, grant.id, "user", cause, now()))) return;
    const details = { appId: grant.app.id };
    recordAct(tx, { name: "oauth_grant.revoke", userId, resourceId: grant.id, scope: { billingEntityId }, details });
  });
}

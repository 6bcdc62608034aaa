import type { Scope } from "../../access/scopes";
import { recordAction } from "../../audit/record-action";
import type { Transaction } from "../../db/transaction";
import { newId } from "../../platform/ids";
import { LIVE_GRANTS_MAX } from "../../platform/limits";
import type { Cause } from "./grant";
import { INSERT_GRANT, LOCK_MEMBERSHIP } from "./grants.sql";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";

interface NewGrant {
  appId: string;
  userId: string;
  billingEntityId: string;
  scopes: Scope[];
  audience: string;
  endsAt: Date;
  cause: Cause;
}

export async function createGrant(tx: Transaction, grant: NewGrant, at: Date): Promise<string | null> {
  const { appId, userId, billingEntityId, scopes, audience, endsAt, cause } = grant;
  await tx.query(LOCK_MEMBERSHIP, { billingEntityId, userId });
  const id = newId("grant");
  const created = await tx.query(INSERT_GRANT, { id, appId, userId, billingEntityId, scopes, audience, at, endsAt });
  if (created.length === 0) return null;
  await recordGrantEvent(tx, id, "approved", cause, at);
  await endOldestGrants(tx, { userId, appId, billingEntityId, audience }, cause, at);
  const details = { appId, scopes, audience };
  recordAction(tx, { name: "oauth_grant.create", userId, resourceId: id, scope: { billingEntityId }, details });
  return id;
}

type GrantOwner = Record<"userId" | "appId" | "billingEntityId" | "audience", string>;

/** Each approval is a family of its own, so a second device does not sign out the first. */
async function endOldestGrants(tx: Transaction, owner: GrantOwner, cause: Cause, at: Date): Promise<void> {
  const surplus = await tx.prisma.oAuthGrant.findMany({
    where: { ...owner, revokedAt: null, expiresAt: { gt: at } },
    select: { id: true },
    orderBy: { id: "desc" },
    skip: LIVE_GRANTS_MAX,
  });
  for (const { id } of surplus) await revokeGrant(tx, id, "superseded", cause, at);
}

import { recordAct } from "../../audit/record-act";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { Cause } from "./grant";
import type { GrantAccess } from "./grants-query";
import { revokeGrant } from "./revoke-grant";

/** Ends every token of the grant at once. A grant that ended before stays as it ended. */
export async function revokeOwnGrant(access: GrantAccess, cause: Cause): Promise<void> {
  const { grant, userId, billingEntityId } = access;
  if (grant.state !== "active") return;
  await transaction(async (tx) => {
    if (!(await revokeGrant(tx, grant.id, "user", cause, now()))) return;
    const details = { appId: grant.app.id };
    recordAct(tx, { name: "oauth_grant.revoke", userId, resourceId: grant.id, scope: { billingEntityId }, details });
  });
}

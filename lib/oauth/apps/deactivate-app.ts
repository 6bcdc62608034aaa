import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkTypedName } from "../../platform/check-typed-name";
import { now } from "../../platform/clock";
import { revokeGrantsOfApp } from "../grants/revoke-grant";
import { lockApp } from "./lock-app";

export async function deactivateApp({ userId }: AdminAccess, appId: string, typedName: string): Promise<number> {
  return transaction(async (tx) => {
    const { name, isActive } = await lockApp(tx, appId);
    checkTypedName(typedName, name);
    await tx.prisma.oAuthApp.update({ where: { id: appId }, data: { isActive: false } });
    const endedGrants = await revokeGrantsOfApp(tx, appId, now());
    const details = { endedGrants };
    if (isActive)
      recordAction(tx, { name: "oauth_app.deactivate", userId, resourceId: appId, scope: "service", details });
    return endedGrants;
  });
}

/** Revokes again: a grant approved while the app was being deactivated must not come back with it. */
export async function reactivateApp({ userId }: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    const { isActive } = await lockApp(tx, appId);
    if (isActive) return;
    await revokeGrantsOfApp(tx, appId, now());
    await tx.prisma.oAuthApp.update({ where: { id: appId }, data: { isActive: true } });
    recordAction(tx, { name: "oauth_app.reactivate", userId, resourceId: appId, scope: "service" });
  });
}

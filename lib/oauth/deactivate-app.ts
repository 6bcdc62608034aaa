import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { lockApp, recordAppAct } from "./lock-app";
import { revokeGrantsOfApp } from "./revoke-grant";

/** The app can do nothing from now on, and every grant ends; how many, is told. Doing it twice changes nothing. */
export async function deactivateApp(admin: AdminAccess, appId: string, typedName: string): Promise<number> {
  return transaction(async (tx) => {
    const { name, isActive } = await lockApp(tx, appId);
    if (typedName.trim() !== name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
    await setActive(tx, appId, false);
    const endedGrants = await revokeGrantsOfApp(tx, appId, now());
    if (isActive) recordAppAct(tx, "oauth_app.deactivate", admin, appId, { endedGrants });
    return endedGrants;
  });
}

/** People have to consent anew: a grant that was being approved while the app went down must not wake with it. */
export async function reactivateApp(admin: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    const { isActive } = await lockApp(tx, appId);
    if (isActive) return;
    await revokeGrantsOfApp(tx, appId, now());
    await setActive(tx, appId, true);
    recordAppAct(tx, "oauth_app.reactivate", admin, appId);
  });
}

async function setActive(tx: Transaction, appId: string, isActive: boolean): Promise<void> {
  await tx.sql("set_app_active", "UPDATE oauth_apps SET is_active = $2 WHERE id = $1", [appId, isActive]);
}

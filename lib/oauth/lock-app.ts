import type { AdminAccess } from "../accounts/open-administration";
import { type Act, type ActName, recordAct } from "../audit/record-act";
import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";

interface LockedApp {
  name: string;
  isPublic: boolean;
  isActive: boolean;
}

/** FOR UPDATE: a new grant needs a share of this row (its foreign key), so none can slip in beside what is done here. */
export async function lockApp(tx: Transaction, appId: string): Promise<LockedApp> {
  const [app] = isId("app", appId)
    ? await tx.sql<LockedApp>(
        "lock_oauth_app",
        `SELECT name, client_type = 'PUBLIC' AS "isPublic", is_active AS "isActive" FROM oauth_apps WHERE id = $1 FOR UPDATE`,
        [appId],
      )
    : [];
  if (!app) throw notFound();
  return app;
}

export function recordAppAct(
  tx: Transaction,
  name: ActName,
  { userId }: AdminAccess,
  appId: string,
  details: Act["details"] = {},
): void {
  recordAct(tx, { name, userId, resourceId: appId, scope: "service", details });
}

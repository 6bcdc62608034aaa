import type { RowOf } from "../../db/statement";
import type { Transaction } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { LOCK_APP } from "./apps.sql";

export async function lockApp(tx: Transaction, appId: string): Promise<RowOf<typeof LOCK_APP>> {
  const [app] = isId("app", appId) ? await tx.query(LOCK_APP, { appId }) : [];
  if (!app) throw notFound();
  return app;
}

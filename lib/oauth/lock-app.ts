import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { RowOf } from "../platform/statement";
import { LOCK_APP } from "./apps.sql";

/** No grant of the app is created until the transaction ends. */
export async function lockApp(tx: Transaction, appId: string): Promise<RowOf<typeof LOCK_APP>> {
  const [app] = isId("app", appId) ? await tx.query(LOCK_APP, [appId]) : [];
  if (!app) throw notFound();
  return app;
}

import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { checkApp, describeAppFacts, EditApp } from "./app";
import { readApp } from "./apps-query";
import { recordAppAct } from "./lock-app";

export type EditResult = { kind: "saved" } | { kind: "stale" };

/** Of two edits of one state the second is refused; a new state always has a later time, however fast it follows. */
const UPDATE_APP = `
  UPDATE oauth_apps SET name = $3, developer_name = $4, website_url = $5, allowed_scopes = $6, redirect_uris = $7,
         updated_at = GREATEST($8::timestamptz, updated_at + interval '1 millisecond')
  WHERE id = $1 AND updated_at = $2 RETURNING id`;

/** `seenAt` is the app's `updatedAt` as the editor saw it. */
export async function editApp(admin: AdminAccess, appId: string, seenAt: string, input: unknown): Promise<EditResult> {
  await readApp(admin, appId);
  const app = checkApp(EditApp, input);
  const seen = new Date(seenAt);
  if (Number.isNaN(seen.getTime())) return { kind: "stale" };
  return transaction(async (tx) => {
    const saved = await tx.sql("update_oauth_app", UPDATE_APP, [
      appId,
      seen,
      app.name,
      app.developerName,
      app.websiteUrl,
      app.allowedScopes,
      app.redirectUris,
      now(),
    ]);
    if (saved.length === 0) return { kind: "stale" };
    recordAppAct(tx, "oauth_app.update", admin, appId, describeAppFacts(app));
    return { kind: "saved" };
  });
}

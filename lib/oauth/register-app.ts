import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { newId } from "../platform/ids";
import { checkApp, describeAppFacts, RegisterApp } from "./app";
import { createClientSecret } from "./create-client-secret";
import { recordAppAct } from "./lock-app";

export interface RegisteredApp {
  id: string;
  clientId: string;
  name: string;
  /** Shown once, and kept nowhere; a public app has none. */
  secret: string | null;
}

const INSERT_APP = `
  INSERT INTO oauth_apps (id, client_id, name, developer_name, website_url, client_type, actor_type, allowed_scopes,
                          redirect_uris, created_by_id, created_at, updated_at)
  VALUES ($1, $1, $2, $3, $4, $5::oauth_client_type, $6::oauth_actor_type, $7, $8, $9, $10, $10)`;

export async function registerApp(admin: AdminAccess, input: unknown): Promise<RegisteredApp> {
  const app = checkApp(RegisterApp, input);
  const id = newId("app");
  const secret = await transaction(async (tx) => {
    await tx.sql("insert_oauth_app", INSERT_APP, [
      id,
      app.name,
      app.developerName,
      app.websiteUrl,
      app.clientType.toUpperCase(),
      app.actorType.toUpperCase(),
      app.allowedScopes,
      app.redirectUris,
      admin.userId,
      now(),
    ]);
    recordAppAct(tx, "oauth_app.register", admin, id, { ...describeAppFacts(app), actorType: app.actorType });
    return app.clientType === "confidential" ? createClientSecret(tx, id) : null;
  });
  return { id, clientId: id, name: app.name, secret };
}

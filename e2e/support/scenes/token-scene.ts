import { expect, vi } from "vitest";
import { audienceUrl } from "../../../lib/access/credentials/token";
import type { ApiResponse } from "../../../lib/api/request";
import { respondToTokenRequest } from "../../../lib/oauth/endpoints";
import { checkAuthorizationQuery } from "../../../lib/oauth/server/authorization";
import { approveConsent } from "../../../lib/oauth/server/decide-consent";
import { sealRequest } from "../../../lib/oauth/server/sealed-request";
import { makePkce } from "../browser/oauth-flow";
import { makeRequest } from "./api-request";
import { useTestDatabase } from "./database";
import { useFrozenMinute } from "./frozen-minute";
import { createWorld } from "./world";

export const CAUSE = { address: "192.0.2.7", userAgent: `test/1 svc_live_${"k".repeat(43)}` };
const STORED_USER_AGENT = "test/1 svc_live_[redacted]";

export const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** One form, as the endpoint gets it. */
export function post(
  endpoint: typeof respondToTokenRequest,
  fields: Record<string, string | undefined> | string,
  address = CAUSE.address,
): Promise<ApiResponse> {
  const pairs = typeof fields === "string" ? fields : Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = new URLSearchParams(pairs as string | [string, string][]).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", "user-agent": CAUSE.userAgent };
  return endpoint(makeRequest({ method: "POST", target: "/oauth/token", headers, address, body }));
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  error?: string;
}

export const read = ({ body }: ApiResponse) => JSON.parse(body ?? "{}") as Tokens;
type World = ReturnType<typeof createWorld>;
export type App = Awaited<ReturnType<World["oauthApp"]>>;

export async function approveFor(
  app: App,
  user: { id: string; billingEntityId: string },
  scope = "me:read rooms:read",
  resource = audienceUrl("api"),
) {
  const { verifier, challenge } = makePkce();
  const [redirectUri = ""] = app.redirectUris;
  const parameters = { response_type: "code", client_id: app.clientId, redirect_uri: redirectUri, scope, resource };
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
  const query = new URLSearchParams({ ...parameters, ...pkce }).toString();
  const judgement = await checkAuthorizationQuery(query);
  if (judgement.kind !== "valid") throw new Error("The request is good.");
  const { app: client, request } = judgement;
  const sealed = sealRequest(query, new Date());
  const decision = { client, request, sealed, userId: user.id, billingEntityId: user.billingEntityId, cause: CAUSE };
  const consented = await approveConsent(decision);
  const code = consented.kind === "approved" ? (new URL(consented.url).searchParams.get("code") ?? "") : "";
  return {
    grant_type: "authorization_code",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

export const refreshForm = (app: App, refresh_token: string) => ({
  grant_type: "refresh_token",
  client_id: app.clientId,
  client_secret: app.clientSecret,
  refresh_token,
});

/** Apps, people and their tokens, in a database of this test file alone. */
export function useTokenScenes() {
  const database = useTestDatabase();
  const world = createWorld(database);
  useFrozenMinute();

  async function issue(options: Parameters<typeof world.oauthApp>[0] = {}) {
    const [app, user] = [await world.oauthApp(options), await world.user()];
    const tokens = read(await post(respondToTokenRequest, await approveFor(app, user)));
    return { app, user, tokens };
  }

  async function readTimeline(userId: string) {
    const rows = await database.query<{ kind: string; address: string; user_agent: string }>(
      "SELECT e.kind, e.address, e.user_agent FROM oauth_grant_events e JOIN oauth_grants g ON g.id = e.grant_id WHERE g.user_id = $1 ORDER BY e.id",
      [userId],
    );
    expect(rows.every(({ address, user_agent }) => address === CAUSE.address && user_agent === STORED_USER_AGENT)).toBe(
      true,
    );
    return rows.map(({ kind }) => kind);
  }

  return { database, world, issue, readTimeline };
}

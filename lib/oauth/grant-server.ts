import OAuth2Server from "@node-oauth/oauth2-server";
import { SCOPES } from "../access/scopes";
import { nowMs } from "../platform/clock";
import type { Client } from "./find-client";
import { type FoundCode, type FoundRefreshToken, findCode } from "./find-token";
import type { Cause } from "./grant";
import { exchangeCode, rotateRefreshToken, spendCode } from "./issue-tokens";
import { OAuthProblem } from "./oauth-error";
import { endReplayedGrant } from "./revoke-token";
import { makeAccessToken, makeRefreshToken } from "./token";

/** A request to the token endpoint, its client authenticated. */
export interface TokenRequest {
  client: Client;
  values: ReadonlyMap<string, string>;
  cause: Cause;
  /** What the presented refresh token was found to be. */
  refreshToken: Promise<FoundRefreshToken | null>;
}

export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const GRANTS = ["authorization_code", "refresh_token"];
const { InvalidGrantError, InvalidRequestError, InvalidScopeError, OAuthError } = OAuth2Server;
type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/** What one request has found so far. */
interface Progress {
  code: FoundCode | null;
  refreshToken: FoundRefreshToken | null;
  /** The code passed every check before the verifier's; whatever happens now, it has been used. */
  isCodeHeld: boolean;
}

/**
 * The library runs the grant, and this closes what it leaves open. Clients come authenticated. Where the library would
 * first use a code or token up and save the new ones in a second step, both wait for `saveToken`, which is one
 * compare-and-swap: one request of many succeeds, and a refused scope costs no token.
 */
export async function runGrant(request: TokenRequest): Promise<TokenAnswer> {
  const grantType = request.values.get("grant_type");
  if (grantType === undefined) throw new OAuthProblem("invalid_request", "grant_type is missing.");
  if (!GRANTS.includes(grantType)) {
    throw new OAuthProblem("unsupported_grant_type", `grant_type is one of ${GRANTS.join(", ")}.`);
  }
  const progress: Progress = { code: null, refreshToken: null, isCodeHeld: false };
  const server = new OAuth2Server({
    model: createModel(request, progress),
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });
  try {
    return presentToken(await server.token(writeRequest(request), new OAuth2Server.Response()));
  } catch (error) {
    if (progress.isCodeHeld) await spendCode(request.values.get("code") ?? "");
    throw readError(error);
  }
}

const PASSED_ON = ["grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope"];

function writeRequest({ client, values }: TokenRequest): OAuth2Server.Request {
  const body = Object.fromEntries(PASSED_ON.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])));
  return new OAuth2Server.Request({
    method: "POST",
    query: {},
    // Without a length the library takes the body for absent.
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "1" },
    body: { ...body, client_id: client.clientId },
  });
}

function presentToken(token: OAuth2Server.Token): TokenAnswer {
  const endsAt: unknown = token["endsAt"];
  if (!(endsAt instanceof Date) || !token.refreshToken) throw new Error("The grant gave no whole pair of tokens.");
  return {
    access_token: token.accessToken,
    token_type: "Bearer",
    expires_in: Math.max(1, Math.round((endsAt.getTime() - nowMs()) / 1000)),
    refresh_token: token.refreshToken,
    scope: (token.scope ?? []).join(" "),
  };
}

function readError(error: unknown): unknown {
  if (!(error instanceof OAuthError)) return error;
  if (error.name === "server_error") return Reflect.get(error, "inner") ?? error;
  return new OAuthProblem(error.name as OAuthProblem["code"], error.message);
}

/** Made for one request. What the library asks for and never uses here (requests with a token) is refused. */
function createModel(request: TokenRequest, progress: Progress): Model {
  const { client, values } = request;
  const libraryClient = { id: client.id, grants: GRANTS };
  return {
    getClient: () => Promise.resolve(libraryClient),
    generateAccessToken: () => Promise.resolve(makeAccessToken()),
    generateRefreshToken: () => Promise.resolve(makeRefreshToken()),
    async getAuthorizationCode(authorizationCode) {
      const found = await findOwnCode(request, authorizationCode);
      progress.code = found;
      const { redirectUri, codeChallenge } = found;
      const rest = { codeChallengeMethod: "S256", client: libraryClient, user: { id: found.userId } };
      const scope = keepAllowed(found.scopes, client);
      return {
        authorizationCode,
        expiresAt: toLibraryTime(found.expiresAt),
        redirectUri,
        codeChallenge,
        scope,
        ...rest,
      };
    },
    revokeAuthorizationCode() {
      progress.isCodeHeld = true;
      if (values.get("redirect_uri") === progress.code?.redirectUri) return Promise.resolve(true);
      return Promise.reject(new InvalidGrantError("redirect_uri is not the one that the code was issued for."));
    },
    async getRefreshToken(refreshToken) {
      const found = await readOwnRefreshToken(request);
      progress.refreshToken = found;
      const refreshTokenExpiresAt = toLibraryTime(found.expiresAt);
      const scope = keepAllowed(found.scopes, client);
      return { refreshToken, refreshTokenExpiresAt, scope, client: libraryClient, user: { id: found.userId } };
    },
    revokeToken: () => Promise.resolve(true),
    saveToken: (token, _, user) => saveToken(request, progress, token, user),
    getAccessToken: () => Promise.resolve(null),
    saveAuthorizationCode: () => Promise.resolve(null),
  };
}

/** The library asks the machine's clock; ours may be shifted. */
function toLibraryTime(at: Date): Date {
  return new Date(Date.now() + at.getTime() - nowMs());
}

async function findOwnCode({ client, values, cause }: TokenRequest, code: string): Promise<FoundCode> {
  for (const name of ["redirect_uri", "code_verifier"]) {
    if (!values.has(name)) throw new InvalidRequestError(`${name} is missing.`);
  }
  const found = await findCode(code);
  if (!found || found.appId !== client.id) throw new InvalidGrantError("The code is not known here.");
  if (found.isUsed) {
    await endReplayedGrant(found.grantId, "code_replay", cause);
    throw new InvalidGrantError("The code was used before. What it gave access to has been revoked.");
  }
  refuseLostGrant(found, values);
  return found;
}

async function readOwnRefreshToken({ client, values, cause, refreshToken }: TokenRequest): Promise<FoundRefreshToken> {
  const found = await refreshToken;
  if (!found || found.appId !== client.id) throw new InvalidGrantError("The refresh token is not known here.");
  if (found.isUsed) {
    await endReplayedGrant(found.grantId, "refresh_reuse", cause);
    throw new InvalidGrantError("The refresh token was used before. All tokens of its family have been revoked.");
  }
  refuseLostGrant(found, values);
  return found;
}

function refuseLostGrant(found: FoundCode | FoundRefreshToken, values: TokenRequest["values"]): void {
  if (found.isRevoked) throw new InvalidGrantError("The access was revoked.");
  if (found.isContextLost) throw new InvalidGrantError("The person no longer belongs to the organization.");
  const resource = values.get("resource");
  if (resource === undefined || resource === found.audience) return;
  throw new OAuthError("The grant is for another resource.", { code: 400, name: "invalid_target" });
}

/** What an administrator has taken from the app since is not given out again. */
function keepAllowed(scopes: readonly string[], { allowedScopes }: Client): string[] {
  const kept = scopes.filter((scope) => allowedScopes.some((allowed) => allowed === scope));
  if (kept.length === 0) throw new InvalidScopeError("The app is no longer registered for any scope of this grant.");
  return kept;
}

async function saveToken(
  { client, values, cause }: TokenRequest,
  progress: Progress,
  { accessToken, refreshToken = "", scope = [] }: OAuth2Server.Token,
  user: OAuth2Server.User,
): Promise<OAuth2Server.Token> {
  const scopes = SCOPES.filter((name) => scope.includes(name));
  const presented = values.get(progress.code ? "code" : "refresh_token") ?? "";
  const exchange = { presented, accessToken, refreshToken, scopes, cause };
  const issued = progress.code ? await exchangeCode(exchange) : await rotateRefreshToken(exchange);
  progress.isCodeHeld = false;
  if (!issued) throw await endLostRace(progress, cause);
  return {
    accessToken,
    refreshToken,
    scope: scopes,
    client: { id: client.id, grants: GRANTS },
    user,
    endsAt: issued.accessExpiresAt,
  };
}

/** Somebody used it between our look and our swap, and used twice is used twice, however close together. */
async function endLostRace({ code, refreshToken }: Progress, cause: Cause): Promise<Error> {
  if (code) await endReplayedGrant(code.grantId, "code_replay", cause);
  else if (refreshToken) await endReplayedGrant(refreshToken.grantId, "refresh_reuse", cause);
  return new InvalidGrantError("It was used by another request. All tokens of its family have been revoked.");
}

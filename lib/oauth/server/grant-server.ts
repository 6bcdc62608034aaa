import OAuth2Server from "@node-oauth/oauth2-server";
import { makeAccessToken, makeRefreshToken } from "../../access/credentials/token";
import { SCOPES } from "../../access/scopes";
import { nowMs } from "../../platform/clock";
import type { Cause } from "../grants/grant";
import type { Client } from "./find-client";
import { type FoundCode, type FoundRefreshToken, findCode } from "./find-token";
import { exchangeCode, rotateRefreshToken, spendCode } from "./issue-tokens";
import { OAuthProblem } from "./oauth-error";
import { endGrant } from "./revoke-token";

export interface TokenRequest {
  client: Client;
  values: ReadonlyMap<string, string>;
  cause: Cause;
  /** The lookup runs beside the client's, which halves the wait. It is used only after the client is accepted. */
  refreshToken: Promise<FoundRefreshToken | null>;
}

const GRANTS = ["authorization_code", "refresh_token"];
const { InvalidGrantError, InvalidRequestError, InvalidScopeError, OAuthError } = OAuth2Server;
type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

interface Progress {
  code: FoundCode | null;
  grantId: string | null;
  /** The code passed every check before the verifier's, so it counts as used from here on. */
  isCodeHeld: boolean;
}

/**
 * The library would use up a code or token first and save the new ones later. Both happen in `saveToken`, in one
 * compare-and-swap, so that only one of many requests succeeds.
 */
export async function runGrant(request: TokenRequest) {
  const grantType = request.values.get("grant_type");
  if (grantType === undefined) throw new OAuthProblem("invalid_request", "grant_type is missing.");
  if (!GRANTS.includes(grantType)) {
    throw new OAuthProblem("unsupported_grant_type", `grant_type is one of ${GRANTS.join(", ")}.`);
  }
  const progress: Progress = { code: null, grantId: null, isCodeHeld: false };
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
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "1" },
    body: { ...body, client_id: client.clientId },
  });
}

function presentToken(token: OAuth2Server.Token) {
  const endsAt: unknown = token["endsAt"];
  if (!(endsAt instanceof Date) || !token.refreshToken) throw new Error("The grant did not issue both tokens.");
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

function createModel(request: TokenRequest, progress: Progress): Model {
  const { client, values } = request;
  const libraryClient = { id: client.id, grants: GRANTS };
  const describeGrant = ({ scopes, userId }: FoundCode | FoundRefreshToken) => ({
    scope: filterAllowed(scopes, client),
    client: libraryClient,
    user: { id: userId },
  });
  return {
    getClient: () => Promise.resolve(libraryClient),
    generateAccessToken: () => Promise.resolve(makeAccessToken()),
    generateRefreshToken: () => Promise.resolve(makeRefreshToken()),
    async getAuthorizationCode(authorizationCode) {
      for (const name of ["redirect_uri", "code_verifier"]) {
        if (!values.has(name)) throw new InvalidRequestError(`${name} is missing.`);
      }
      const found = await requireUnused(request, await findCode(authorizationCode), CODE);
      progress.code = found;
      progress.grantId = found.grantId;
      const { redirectUri, codeChallenge } = found;
      const expiresAt = toLibraryTime(found.expiresAt);
      const challenge = { codeChallenge, codeChallengeMethod: "S256" };
      return { authorizationCode, expiresAt, redirectUri, ...challenge, ...describeGrant(found) };
    },
    revokeAuthorizationCode() {
      progress.isCodeHeld = true;
      if (values.get("redirect_uri") === progress.code?.redirectUri) return Promise.resolve(true);
      return Promise.reject(new InvalidGrantError("redirect_uri is not the one that the code was issued for."));
    },
    async getRefreshToken(refreshToken) {
      const found = await requireUnused(request, await request.refreshToken, REFRESH_TOKEN);
      progress.grantId = found.grantId;
      return { refreshToken, refreshTokenExpiresAt: toLibraryTime(found.expiresAt), ...describeGrant(found) };
    },
    revokeToken: () => Promise.resolve(true),
    saveToken: (token, _, user) => saveToken(request, progress, token, user),
    getAccessToken: () => Promise.resolve(null),
    saveAuthorizationCode: () => Promise.resolve(null),
  };
}

/** The library reads the machine's clock; ours may be shifted. */
function toLibraryTime(at: Date): Date {
  return new Date(Date.now() + at.getTime() - nowMs());
}

const CODE = {
  name: "code",
  reuse: "code_replay",
  reused: "The code was used before. Its access has been revoked.",
} as const;
const REFRESH_TOKEN = {
  name: "refresh token",
  reuse: "refresh_reuse",
  reused: "The refresh token was used before: a second holder was seen. All tokens of its family have been revoked.",
} as const;

async function requireUnused<Found extends FoundCode | FoundRefreshToken>(
  { client, values, cause }: TokenRequest,
  found: Found | null,
  kind: typeof CODE | typeof REFRESH_TOKEN,
): Promise<Found> {
  if (!found || found.appId !== client.id) throw new InvalidGrantError(`The ${kind.name} is unknown.`);
  if (found.isUsed) throw await endReused(found.grantId, kind, cause);
  if (found.isRevoked) throw new InvalidGrantError("The access was revoked.");
  if (found.isContextLost) throw new InvalidGrantError("The person no longer belongs to the organization.");
  // The code or token stays unused, so that the family resumes when the tenant does.
  if (found.suspension) {
    const { reason } = found.suspension;
    throw new InvalidGrantError(
      `The account is suspended (${reason}). The ${kind.name} works again once the suspension ends.`,
    );
  }
  const resource = values.get("resource");
  if (resource === undefined || resource === found.audience) return found;
  throw new OAuthError("The grant is for a different resource.", { code: 400, name: "invalid_target" });
}

function filterAllowed(scopes: readonly string[], { allowedScopes }: Client): string[] {
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
  // Another request used it between our lookup and our swap, which is a second use like any other.
  if (!issued) throw await endReused(progress.grantId, progress.code ? CODE : REFRESH_TOKEN, cause);
  return {
    accessToken,
    refreshToken,
    scope: scopes,
    client: { id: client.id, grants: GRANTS },
    user,
    endsAt: issued.accessExpiresAt,
  };
}

async function endReused(
  grantId: string | null,
  { reuse, reused }: typeof CODE | typeof REFRESH_TOKEN,
  cause: Cause,
): Promise<Error> {
  if (grantId !== null) await endGrant(grantId, reuse, cause);
  return new InvalidGrantError(reused);
}

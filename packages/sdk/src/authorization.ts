import { SvcAuthorizationError } from "./errors.js";
import { type OAuthApp, requestTokens, type Tokens } from "./tokens.js";

export interface AuthorizationOptions extends OAuthApp {
  redirectUri: string;
}

/** Keep it in the person's session until the callback arrives. */
export interface PendingAuthorization {
  url: string;
  state: string;
  codeVerifier: string;
}

/** Begins the authorization-code flow: the person is sent to `url`, and comes back to the redirect URI. */
export async function beginAuthorization(
  options: AuthorizationOptions & { scopes: readonly string[]; resource?: string },
): Promise<PendingAuthorization> {
  const state = crypto.randomUUID();
  const codeVerifier = crypto.randomUUID() + crypto.randomUUID();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    scope: options.scopes.join(" "),
    state,
    code_challenge: challenge.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    code_challenge_method: "S256",
  });
  if (options.resource !== undefined) query.set("resource", options.resource);
  return { url: `${options.baseUrl}/oauth/authorize?${query}`, state, codeVerifier };
}

/** Ends it: checks the callback against what was kept, and exchanges its code for tokens. */
export async function finishAuthorization(
  options: AuthorizationOptions,
  callbackUrl: string | URL,
  pending: Pick<PendingAuthorization, "state" | "codeVerifier">,
): Promise<Tokens> {
  const { searchParams } = new URL(callbackUrl);
  if (searchParams.get("state") !== pending.state) {
    throw new SvcAuthorizationError("invalid_state", "The callback's state does not match this authorization");
  }
  if (searchParams.get("iss") !== options.baseUrl) {
    throw new SvcAuthorizationError("invalid_issuer", "The callback comes from a different issuer");
  }
  const code = searchParams.get("code");
  if (code === null) {
    const error = searchParams.get("error") ?? "no_code";
    throw new SvcAuthorizationError(error, searchParams.get("error_description") ?? `Not approved: ${error}`);
  }
  return requestTokens(options, {
    grant_type: "authorization_code",
    code,
    redirect_uri: options.redirectUri,
    code_verifier: pending.codeVerifier,
  });
}

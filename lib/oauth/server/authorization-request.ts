import { type Audience, findAudience } from "../../access/credentials/token";
import { isScope, SCOPES, type Scope } from "../../access/scopes";
import { OAuthProblem } from "./oauth-error";
import { extendUrl, type Parameters, readParameters } from "./parameters";

export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  scopes: Scope[];
  audience: Audience;
  codeChallenge: string;
}

export type Distrust =
  | "client_missing"
  | "client_unknown"
  | "client_unapproved"
  | "client_unreadable"
  | "redirect_missing"
  | "redirect_unknown"
  | "request_too_long"
  | "request_altered"
  | "request_expired";

interface Registration {
  redirectUris: readonly string[];
  allowedScopes: readonly string[];
}

export type RequestCheck<R extends Registration> =
  | { kind: "untrusted"; reason: Distrust }
  | { kind: "refused"; redirectTo: string; problem: OAuthProblem }
  | { kind: "valid"; app: R; request: AuthorizationRequest };

export function checkRequest<R extends Registration>(query: string, app: R | null, issuer: string): RequestCheck<R> {
  const parameters = readParameters(query);
  const distrust = findDistrust(parameters, app);
  const redirectUri = parameters.values.get("redirect_uri");
  if (distrust || !app || redirectUri === undefined) {
    return { kind: "untrusted", reason: distrust ?? "client_unknown" };
  }
  // A repeated state is dropped, because neither value can be trusted.
  const state = parameters.values.get("state") ?? null;
  try {
    return { kind: "valid", app, request: { redirectUri, state, ...readDemand(parameters, app) } };
  } catch (problem) {
    if (!(problem instanceof OAuthProblem)) throw problem;
    return { kind: "refused", redirectTo: refuseTo({ redirectUri, state }, problem, issuer), problem };
  }
}

/** RFC 6749 §4.1.2.1: no redirect before the client and its redirect URI are known to be good. */
function findDistrust({ values, repeated }: Parameters, app: Registration | null): Distrust | null {
  if (repeated.has("client_id") || !values.has("client_id")) return "client_missing";
  if (!app) return "client_unknown";
  const redirectUri = values.get("redirect_uri");
  if (redirectUri === undefined) return "redirect_missing";
  return app.redirectUris.includes(redirectUri) ? null : "redirect_unknown";
}

const REFUSED_PARAMETERS = [
  ["request", "request_not_supported"],
  ["request_uri", "request_uri_not_supported"],
] as const;

function readDemand(parameters: Parameters, app: Registration) {
  refuseRepeated(parameters);
  const { values } = parameters;
  for (const [name, code] of REFUSED_PARAMETERS) {
    if (values.has(name)) throw new OAuthProblem(code, `${name} is not supported: send the parameters themselves.`);
  }
  const responseType = values.get("response_type");
  if (responseType === undefined) throw new OAuthProblem("invalid_request", "response_type is missing: send code.");
  if (responseType !== "code") {
    throw new OAuthProblem("unsupported_response_type", "response_type must be code.");
  }
  if ((values.get("response_mode") ?? "query") !== "query") {
    throw new OAuthProblem("invalid_request", "response_mode must be query.");
  }
  return {
    codeChallenge: readChallenge(values),
    audience: readAudience(values.get("resource")),
    scopes: readScopes(values.get("scope"), app),
  };
}

export function refuseRepeated({ repeated }: Parameters): void {
  if (repeated.has("resource")) {
    throw new OAuthProblem("invalid_target", "Send resource once: a token is for one resource.");
  }
  const [twice] = repeated;
  if (twice === undefined) return;
  throw new OAuthProblem("invalid_request", `${quote(twice)} is given more than once. Send it once.`);
}

/** RFC 7636 §4.1 sets the alphabet and length of verifiers and challenges. */
const CODE_CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

/** §5: PKCE is required, and a missing method is not guessed. */
function readChallenge(values: Parameters["values"]): string {
  const challenge = values.get("code_challenge");
  if (challenge === undefined) {
    throw new OAuthProblem("invalid_request", "code_challenge is missing: PKCE is required of every client.");
  }
  if (values.get("code_challenge_method") !== "S256") {
    throw new OAuthProblem("invalid_request", "code_challenge_method must be S256.");
  }
  if (!CODE_CHALLENGE.test(challenge)) {
    throw new OAuthProblem("invalid_request", "code_challenge must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~");
  }
  return challenge;
}

function readAudience(resource: string | undefined): Audience {
  if (resource === undefined) return "api";
  const audience = findAudience(resource);
  if (!audience) throw new OAuthProblem("invalid_target", "resource is not a resource of this service.");
  return audience;
}

function readScopes(scope: string | undefined, { allowedScopes }: Registration): Scope[] {
  const requested = (scope ?? "").split(" ").filter(Boolean);
  if (requested.length === 0) {
    throw new OAuthProblem("invalid_scope", "scope is missing: name each scope that the app needs.");
  }
  const unknown = requested.find((name) => !isScope(name));
  if (unknown !== undefined) throw new OAuthProblem("invalid_scope", `There is no scope ${quote(unknown)}.`);
  const beyond = requested.find((name) => !allowedScopes.includes(name));
  if (beyond !== undefined) {
    throw new OAuthProblem("invalid_scope", `This app is not registered for the scope ${beyond}.`);
  }
  return SCOPES.filter((name) => requested.includes(name));
}

/** RFC 6749 allows few characters in a description. */
function quote(text: string): string {
  return text.replace(/[^A-Za-z0-9:._-]/g, "?").slice(0, 60);
}

type Return = Pick<AuthorizationRequest, "redirectUri" | "state">;

/** `iss` (RFC 9207) tells a client of several servers which one responds. */
export function approveTo({ redirectUri, state }: Return, code: string, issuer: string): string {
  return extendUrl(redirectUri, { code, state, iss: issuer });
}

export function refuseTo({ redirectUri, state }: Return, problem: OAuthProblem, issuer: string): string {
  return extendUrl(redirectUri, { error: problem.code, error_description: problem.message, state, iss: issuer });
}

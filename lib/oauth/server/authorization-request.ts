import { type Audience, findAudience } from "../../access/credentials/token";
import { isScope, SCOPES, type Scope } from "../../access/scopes";
import { OAuthProblem } from "./oauth-error";
import { extendUrl, type Parameters, readParameters } from "./parameters";

/** An app's request to a person, after every check. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  scopes: Scope[];
  audience: Audience;
  codeChallenge: string;
}

/** Why the browser is not sent back to the app. */
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

export type Judgement<R extends Registration> =
  | { kind: "untrusted"; reason: Distrust }
  | { kind: "refused"; redirectTo: string; problem: OAuthProblem }
  | { kind: "valid"; app: R; request: AuthorizationRequest };

/** Checks the client and its redirect URI first, and reports every later problem to that URI. */
export function judgeRequest<R extends Registration>(query: string, app: R | null, issuer: string): Judgement<R> {
  const parameters = readParameters(query);
  const distrust = judgeOrigin(parameters, app);
  const redirectUri = parameters.values.get("redirect_uri");
  if (distrust || !app || redirectUri === undefined) {
    return { kind: "untrusted", reason: distrust ?? "client_unknown" };
  }
  // Of two states neither is the client's.
  const state = parameters.values.get("state") ?? null;
  try {
    return { kind: "valid", app, request: { redirectUri, state, ...readDemand(parameters, app) } };
  } catch (problem) {
    if (!(problem instanceof OAuthProblem)) throw problem;
    return { kind: "refused", redirectTo: refuseTo({ redirectUri, state }, problem, issuer), problem };
  }
}

/** RFC 6749 §4.1.2.1: no redirect before the client and its redirect URI are known to be good. */
function judgeOrigin({ values, repeated }: Parameters, app: Registration | null): Distrust | null {
  if (repeated.has("client_id") || !values.has("client_id")) return "client_missing";
  if (!app) return "client_unknown";
  const redirectUri = values.get("redirect_uri");
  if (redirectUri === undefined) return "redirect_missing";
  // Byte for byte: a different case, port, slash or encoding is another URI.
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
    throw new OAuthProblem("invalid_target", "A token is for one resource: send resource once.");
  }
  const [twice] = repeated;
  if (twice === undefined) return;
  throw new OAuthProblem("invalid_request", `${quote(twice)} is given more than once. Send it once.`);
}

/** RFC 7636 §4.1: the alphabet and the length of a verifier, and of a challenge derived from one. */
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

/** No resource means the API. */
function readAudience(resource: string | undefined): Audience {
  if (resource === undefined) return "api";
  const audience = findAudience(resource);
  if (!audience) throw new OAuthProblem("invalid_target", "resource is not a resource of this service.");
  return audience;
}

/** In the contract's order, each once. A request without scopes is refused: a person could not judge it. */
function readScopes(scope: string | undefined, { allowedScopes }: Registration): Scope[] {
  const asked = (scope ?? "").split(" ").filter(Boolean);
  if (asked.length === 0) {
    throw new OAuthProblem("invalid_scope", "scope is missing: name each scope that the app needs.");
  }
  const unknown = asked.find((name) => !isScope(name));
  if (unknown !== undefined) throw new OAuthProblem("invalid_scope", `There is no scope ${quote(unknown)}.`);
  const beyond = asked.find((name) => !allowedScopes.includes(name));
  if (beyond !== undefined) {
    throw new OAuthProblem("invalid_scope", `This app is not registered for the scope ${beyond}.`);
  }
  return SCOPES.filter((name) => asked.includes(name));
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

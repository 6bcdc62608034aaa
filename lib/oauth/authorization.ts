import { now } from "../platform/clock";
import { env } from "../platform/env";
import { URL_MAX_BYTES } from "../platform/limits";
import { type AuthorizationRequest, approveTo, type Judgement, judgeRequest, refuseTo } from "./authorization-request";
import { approveRequest, recordDenial } from "./decide-consent";
import { type Client, findClient } from "./find-client";
import { OAuthProblem } from "./oauth-error";
import { readParameters } from "./parameters";
import { openRequest, sealRequest } from "./sealed-request";

export type AuthorizationJudgement = Judgement<Client>;

/** `/oauth/authorize`: the query as it was sent, without its question mark. */
export async function judgeQuery(query: string): Promise<AuthorizationJudgement> {
  if (query.length > URL_MAX_BYTES) return { kind: "untrusted", reason: "request_too_long" };
  const clientId = readParameters(query).values.get("client_id");
  const client = clientId === undefined ? null : await findClient(clientId);
  return judgeRequest(query, client, env().SVC_BASE_URL);
}

export function consentPath(sealed: string): string {
  return `/oauth/consent?request=${sealed}`;
}

export function beginConsent(query: string): string {
  return consentPath(sealRequest(query, now()));
}

/** Checked again at every step: the app may have been deactivated, or its redirect URIs changed, since the last one. */
export async function judgeSealed(sealed: string): Promise<AuthorizationJudgement> {
  const opened = openRequest(sealed, now());
  if (opened.kind === "open") return judgeQuery(opened.query);
  return { kind: "untrusted", reason: opened.kind === "altered" ? "request_altered" : "request_expired" };
}

/** Returns the URL that the browser goes to; null when the request was decided on before. */
export async function denyConsent(request: AuthorizationRequest, sealed: string): Promise<string | null> {
  if (!(await recordDenial(sealed))) return null;
  return refuseTo(request, new OAuthProblem("access_denied", "The person denied access."), env().SVC_BASE_URL);
}

type Decision = Parameters<typeof approveRequest>[0];
export type Consented = { kind: "approved"; url: string } | { kind: "context" | "decided" };

/** Returns the URL that the browser takes the code to, or why there is none. */
export async function approveConsent(decision: Decision): Promise<Consented> {
  const approved = await approveRequest(decision);
  if (approved.kind !== "approved") return approved;
  return { kind: "approved", url: approveTo(decision.request, approved.code, env().SVC_BASE_URL) };
}
